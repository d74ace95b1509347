import { ResponseParser } from '../../../scripts/lib/bench/load/response-parser'

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello'

function parse(...chunks: string[]): { status: number; body: string }[] {
  const answers: { status: number; body: string }[] = []
  const parser = new ResponseParser((status, body) => {
    answers.push({ status, body: body.toString() })
  })
  const memory = Buffer.alloc(1_024)
  for (const chunk of chunks) {
    // Real sockets reuse the same memory for every chunk.
    memory.fill('?')
    parser.push(memory.subarray(0, memory.write(chunk)))
  }
  return answers
}

describe('the response parser of the load generator', () => {
  it('reads one answer after another', () => {
    const refusal = 'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\n\r\n{}'
    expect(parse(answer, refusal, answer)).toEqual([
      { status: 200, body: 'hello' },
      { status: 429, body: '{}' },
      { status: 200, body: 'hello' },
    ])
  })

  it('joins an answer that comes in pieces, wherever it is cut', () => {
    for (let cut = 1; cut < answer.length; cut++) {
      const pieces = [answer.slice(0, cut), answer.slice(cut)]
      expect(parse(...pieces, answer)).toEqual([
        { status: 200, body: 'hello' },
        { status: 200, body: 'hello' },
      ])
    }
    expect(parse(...answer)).toEqual([{ status: 200, body: 'hello' }])
  })

  it('does not guess the end of an answer', () => {
    expect(() => parse('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow(
      'without Content-Length',
    )
    expect(() => parse(`${answer}HTTP`)).toThrow('nobody asked for')
  })
})
