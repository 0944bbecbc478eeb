class Opt4 {
  final String optiod = '';
}
void rund(Map<String, Opt4> optiod) {
    print(optiod);
}
