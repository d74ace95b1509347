import { referencesIn, resolveReferences } from '../../../src/server/moving/import/job/references'
import { scanTables } from '../../../src/server/moving/import/archive/scan-json'
import { referTo } from '../../../src/server/moving/import/zulip/texts'

async function scan(text: string, bytesPerChunk = 1_000) {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += bytesPerChunk) {
      yield await Promise.resolve(bytes.subarray(at, at + bytesPerChunk))
    }
  }
  const rows: [table: string, number: number, value: unknown][] = []
  for await (const { table, number, value } of scanTables(
    chunks(),
    'x.json',
    (name) => name !== 'skipped',
  )) {
    rows.push([table, number, value])
  }
  return rows
}

/** Source: docs/protocol/import.md#archive-files. */
describe('the scanner of tables', () => {
  const text =
    ' {"a" : [ {"id": 1, "t": "} ] \\" \\\\"}, 2 ,null,"x,]", [1,[2]] ] ,\n"skipped":[{"id":9}],' +
    '"plain": "text", "number": -1.5e3, "empty": [], "é\\u0041": [{"上": "海"}]} \n'

  it('answers the same rows wherever chunks end', async () => {
    const rows = await scan(text)
    expect(rows).toEqual([
      ['a', 1, { id: 1, t: '} ] " \\' }],
      ['a', 2, 2],
      ['a', 3, null],
      ['a', 4, 'x,]'],
      ['a', 5, [1, [2]]],
      ['plain', 0, 'text'],
      ['number', 0, -1_500],
      ['éA', 1, { 上: '海' }],
    ])
    for (const size of [1, 2, 3, 7]) expect(await scan(text, size)).toEqual(rows)
    expect(await scan('[{"a":1},{"a":2}]', 2)).toEqual([
      ['', 1, { a: 1 }],
      ['', 2, { a: 2 }],
    ])
  })

  it.each(['', '{"a": [1', '{"a" 1}', '7', '{"a": 1} x', '{"a": "b'])(
    'refuses %j',
    async (broken) => {
      await expect(scan(broken)).rejects.toThrow('x.json')
    },
  )
})

/** Source: docs/protocol/import.md#rewriting. */
describe('ids of the old server in a text', () => {
  const rewritten = (text: string) =>
    resolveReferences(referTo(text), ({ kind, key }) =>
      key === '404' ? undefined : `<${kind} ${key}>`,
    )

  it.each([
    ['@**Ada|10** @_**Ada|11** @**Ada**', '@**Ada|<userid 10>** @_**Ada|<userid 11>** @**Ada**'],
    [
      '@**Ada | Ops|10** @_**|11** a | b|2**',
      '@**Ada | Ops|<userid 10>** @_**|<userid 11>** a | b|2**',
    ],
    ['#**general>t@5** #**general>t**', '#**general>t@<messageid 5>** #**general>t**'],
    ['[f](/user_uploads/2/ab/x/my%20file.txt)', '[f](<file 2/ab/x/my file.txt>)'],
    [
      '[l](#narrow/channel/7-x/topic/t/near/5)',
      '[l](#narrow/channel/<streamid 7>/topic/t/near/<messageid 5>)',
    ],
    ['/#narrow/dm/1,2-dm/near/5', '/#narrow/dm/<userid 1>,<userid 2>-dm/near/<messageid 5>'],
    [
      'https://other.test/#narrow/stream/7-x/near/5',
      'https://other.test/#narrow/stream/7-x/near/5',
    ],
    ['https://other.test/user_uploads/2/ab/x/f', 'https://other.test/user_uploads/2/ab/x/f'],
    ['#narrow/stream/404-gone/near/404 @**X|404**', '#narrow/stream/404-gone/near/404 @**X|404**'],
    ['\u0001user:7\u0002 text', 'user:7 text'],
  ])('are found: %j', (text, expected) => {
    expect(rewritten(text)).toBe(expected)
  })

  it('are found once each', () => {
    expect(referencesIn(referTo('@**A|1** and @**B|2**')).map(({ key }) => key)).toEqual(['1', '2'])
  })
})
