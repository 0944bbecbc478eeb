class Opt2 {
  final String optiob = '';
}
void runb(Map<String, Opt2> m) {
  m.forEach((String name, Opt2 optiob) {
    print(optiob);
  });
}
