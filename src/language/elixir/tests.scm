(call target: (identifier) (arguments (string))) @test
