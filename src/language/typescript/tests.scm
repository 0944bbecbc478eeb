; `it("…")`, `test.each(…)("…")`, `describe("…")`, `test(name, () => …)`; the reader looks at what is called.
(call_expression arguments: (arguments [(string) (template_string) (arrow_function) (function_expression)])) @test
