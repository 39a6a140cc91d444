require 'json'
require 'net/http'
require 'open3'

# A forge for the whole run.
class Forge
  attr_reader :api, :root

  def initialize
    # The forge ends when its standard input closes, even if Ruby is killed.
    @stdin, stdout, @process = Open3.popen2('node_modules/.bin/forgenote', 'serve', '--ephemeral')
    line = JSON.parse(stdout.gets)
    @api, @root, @control = line.values_at('api', 'root', 'control')
    @pid = Process.pid
  end

  def request(method, path, body = nil, token: root['token'])
    send_json(method, api + path, body, 'private-token' => token)
  end

  # reset, requests, fail, delay, clock/set and the others of docs/testing.md.
  def act(action, options = nil)
    status, result = send_json('POST', "#{@control}/#{action}", options)
    raise result['message'] unless status == 200

    result
  end

  def close
    @stdin.close
    @process.value
  end

  private

  def send_json(method, url, body, headers = {})
    # A forked worker has a copy of this object: its resets would take the rows of the others.
    raise 'This forge belongs to another process: start one in each worker, after the fork' if Process.pid != @pid

    uri = URI(url)
    headers = headers.merge('content-type' => 'application/json')
    response = Net::HTTP.start(uri.host, uri.port) do |http|
      http.send_request(method, uri.request_uri, body&.to_json, headers)
    end
    [response.code.to_i, JSON.parse(response.body)]
  end
end
