class Opt3 {
  final String optioc = '';
}
void runc(Map<String, Opt3> m) {
    var optioc = 1;
    print(optioc);
}
