require 'minitest/autorun'
require_relative 'forge'

FORGE = Forge.new
Minitest.after_run { FORGE.close }

class NotesTest < Minitest::Test
  def setup
    FORGE.act('reset')
    _, project = FORGE.request('POST', '/projects', { name: 'Engine' })
    _, issue = FORGE.request('POST', "/projects/#{project['id']}/issues", { title: 'It hums' })
    @notes = "/projects/#{project['id']}/issues/#{issue['id']}/notes"
  end

  def test_ids_start_again
    assert_equal '/projects/1/issues/1/notes', @notes
  end

  def test_a_failure
    FORGE.act('fail', { on: 'POST /...notes', status: 503 })
    statuses = Array.new(2) { FORGE.request('POST', @notes, { body: 'Hm' }).first }
    assert_equal [503, 201], statuses
  end

  def test_a_forked_worker_gets_one_sentence
    reader, writer = IO.pipe
    child = fork do
      FORGE.act('reset')
    rescue RuntimeError => e
      writer.write(e.message)
    ensure
      # Without the hooks of Minitest, which would close the forge.
      exit!
    end
    writer.close
    Process.wait(child)
    assert_match(/belongs to another process/, reader.read)
  end
end
