#!/usr/bin/env node
'use strict';
// Runs the binary of this platform, which an optional dependency holds. Nothing is downloaded.
const { spawnSync } = require('node:child_process');

const name = `@cg-bundle/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/cg-bundle${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
  console.error(`cg-bundle: there is no package ${name} here: install without --omit=optional, or build with cargo`);
  process.exit(6);
}
const run = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (run.error) {
  console.error(`cg-bundle: ${run.error.message}`);
  process.exit(6);
}
// The shell's convention for a program that a signal ended.
process.exit(run.status ?? 128 + (require('node:os').constants.signals[run.signal] ?? 0));
