class Opt5 {
  final String optioe = '';
}
void rune(Map<String, Opt5> m) {
   var l = m.values.map((optioe) => optioe.two());
}
