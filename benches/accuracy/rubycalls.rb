# Prints the calls of a small repository as Ruby makes them when a program runs: what tests/cases/judged holds.
#
#     ruby benches/accuracy/rubycalls.rb ROOT PROGRAM
#
# A line is `file:line:column -> file:line of the definition`. Calls whose name stands more than once in their line, and
# those that Ruby itself makes (`initialize`, hooks, operators), are left out. A site may lead to several.
root = File.realpath(ARGV[0])
rows = {}
inside = ->(path) { path.to_s.start_with?("#{root}/") ? path[root.size + 1..] : nil }
trace = TracePoint.new(:call) do |point|
  home = inside.call(point.path)
  from = caller_locations(2, 1)&.first
  file = from && inside.call(File.realpath(from.path)) rescue nil
  next unless home && file

  line = File.readlines(File.join(root, file))[from.lineno - 1]
  places = line.enum_for(:scan, /(?<![\w@:"])#{Regexp.escape(point.method_id.to_s)}(?![\w?!=])/).map { $~.byteoffset(0).first rescue $~.begin(0) }
  next if places.size != 1 || line.strip.start_with?("def ") || point.method_id == :initialize

  (rows["#{file}:#{from.lineno}:#{places.first + 1}"] ||= []) << "#{home}:#{point.lineno}" unless point.method_id == :included
end
trace.enable { load File.join(root, ARGV[1]) }
rows.sort.each { |site, homes| homes.uniq.sort.each { |home| puts "#{site} -> #{home}" } }
