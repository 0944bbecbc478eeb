'use strict';
(() => {
  const all = (query, at = document) => Array.from(at.querySelectorAll(query));
  all('.filter, .script').forEach((it) => { it.hidden = false; });

  // Sorting: a heading is a button.
  for (const table of all('table.sortable')) {
    const body = table.tBodies[0];
    all('thead th', table).forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        all('thead th', table).forEach((it) => it.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const key = (row) => row.cells[column].textContent;
        const isNumber = head.classList.contains('number');
        const order = (one, other) => (isNumber ? key(one) - key(other) : key(one).localeCompare(key(other)));
        body.append(...Array.from(body.rows).sort((one, other) => (down ? -1 : 1) * order(one, other)));
      });
    });
  }

  const filter = document.getElementById('filter');
  const rows = all('#table tbody tr');
  filter.addEventListener('input', () => {
    const text = filter.value.toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(text);
      shown += row.hidden ? 0 : 1;
    }
    document.getElementById('count').value = `${shown} of ${rows.length} files`;
  });

  // A chain: all facts that lead from a file to an end.
  const svg = document.querySelector('svg');
  const nodes = all('.node');
  const edges = all('.edge');
  const light = (start) => {
    const lit = new Set([start]);
    const open = [start];
    const used = new Set();
    while (open.length > 0) {
      const from = open.pop();
      for (const edge of edges.filter((it) => it.dataset.from === from)) {
        used.add(edge);
        if (!lit.has(edge.dataset.to)) {
          lit.add(edge.dataset.to);
          open.push(edge.dataset.to);
        }
      }
    }
    svg.classList.add('lighting');
    nodes.forEach((it) => {
      it.classList.toggle('lit', lit.has(it.dataset.node));
      it.setAttribute('aria-pressed', String(it.dataset.node === start));
    });
    edges.forEach((it) => it.classList.toggle('lit', used.has(it)));
    rows.forEach((it) => it.classList.toggle('lit', it.dataset.node === start));
  };
  const dark = () => {
    if (!svg) return;
    svg.classList.remove('lighting');
    [...nodes, ...edges, ...rows].forEach((it) => it.classList.remove('lit'));
    nodes.forEach((it) => it.setAttribute('aria-pressed', 'false'));
  };
  for (const node of nodes) {
    node.setAttribute('tabindex', '0');
    node.setAttribute('role', 'button');
    node.setAttribute('aria-pressed', 'false');
    node.addEventListener('click', () => light(node.dataset.node));
    node.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        light(node.dataset.node);
      }
    });
  }
  for (const row of rows.filter((it) => it.dataset.node !== undefined)) {
    row.addEventListener('click', (event) => {
      if (!event.target.closest('a, summary')) light(row.dataset.node);
    });
  }
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') dark(); });

  // A link to a source opens it.
  const open = () => {
    const at = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (at && at.tagName === 'DETAILS') at.open = true;
  };
  addEventListener('hashchange', open);
  open();
})();
