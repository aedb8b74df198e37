# Asks with net/http what each line of standard input says, and prints the answers.
require 'json'
require 'net/http'
require 'stringio'

ORIGIN = URI(ARGV[0])

def request_of(asked)
  request = Net::HTTP.const_get(asked['method'].capitalize).new(asked['target'], asked['headers'])
  body = asked['body']&.unpack1('m')
  if asked['chunked']
    request['Transfer-Encoding'] = 'chunked'
    request.body_stream = StringIO.new(body)
  elsif body
    request.body = body
  end
  request
end

def ask(http, asked)
  response = http.request(request_of(asked))
  { status: response.code.to_i, id: response['X-Request-Id'], body: [response.body].pack('m0') }
rescue StandardError => e
  { error: e.full_message(highlight: false) }
end

connections = Hash.new do |all, number|
  all[number] = Net::HTTP.new(ORIGIN.host, ORIGIN.port)
  all[number].keep_alive_timeout = 60
  all[number].read_timeout = 10
  all[number].continue_timeout = 5
  all[number].start
end

$stdin.each_line do |line|
  threads = JSON.parse(line).each_with_index.map do |list, number|
    http = connections[number]
    Thread.new { list.map { |asked| ask(http, asked) } }
  end
  puts JSON.generate(threads.map(&:value))
  $stdout.flush
end
