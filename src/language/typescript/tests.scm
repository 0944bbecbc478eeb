; `it("…")`, `test.each(…)("…")`, `describe("…")`; the reader looks at what is called.
(call_expression arguments: (arguments [(string) (template_string)])) @test
