class Optf { String optiof = "";
void runf(java.util.Map<String, Opt5> m) {
   var l = m.values.map((optiof) -> optiof.two());
} }
class Optg { String optiog = "";
}
class Opth { 
void runf(java.util.Map<String, Opt5> m) {
   var l = m.values.map((optiog) -> optiog.two());
} }
