(call_expression function: (identifier) arguments: (arguments (_))) @test
