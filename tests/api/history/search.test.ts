import { sql } from 'kysely'
import { indexOldWords } from '../../../src/server/chat/jobs/retention/index-words'
import type { Database, Tx } from '../../../src/server/data/engine/database'
import { asText } from '../../support/checked'
import { expectSuccess } from '../../support/expectations'
import { contentsOf, readPage } from '../../support/history'
import type { Person } from '../../support/person'
import { partOf } from '../../support/stand-ins'
import { useTestServer } from '../../support/test-server'
import { untilHolds } from '../../support/until'

const server = useTestServer()

let alice: Person
let bob: Person

beforeAll(async () => {
  ;[alice, bob] = await server.users('alice', 'bob')
  await server.stream('kitchen', { subscribers: [alice, bob] })
  await server.db.deleteFrom('messages').execute()
})

const search = (text: string) => [['search', text]]
const found = async (text: string) =>
  (await readPage(alice, { narrow: search(text), apply_markdown: true })).messages

describe('a search', () => {
  beforeAll(async () => {
    await bob.send('kitchen', 'Pizza night', 'Who brings the dough?')
    await bob.send('kitchen', 'baking', 'I am baking pizzas **today**')
    await bob.send('kitchen', 'baking', 'today I am not baking')
    await bob.sendPrivately([alice.id], 'the oven is hot')
  })

  it.each<[string, string[]]>([
    ['pizza', ['Who brings the dough?', 'I am baking pizzas **today**']],
    ['PIZZA', ['Who brings the dough?', 'I am baking pizzas **today**']],
    ['bake today', ['I am baking pizzas **today**', 'today I am not baking']],
    ['"baking pizza"', ['I am baking pizzas **today**']],
    ['"pizza baking"', []],
    ['today "baking pizza"', ['I am baking pizzas **today**']],
    ['oven', ['the oven is hot']],
    ['pizza oven', []],
    ['the', ['Who brings the dough?', 'the oven is hot']],
    ['The Who', ['Who brings the dough?']],
    ['"who brings"', ['Who brings the dough?']],
    ['oven "the is"', []],
    ['"is hot" oven', ['the oven is hot']],
    ['', []],
    ['"', []],
    [`' & | ! : * ( ) <-> \\ "`, []],
    ['oven | pizza', []],
    ['oven!', ['the oven is hot']],
  ])('finds %s', async (text, expected) => {
    expect(await contentsOf(alice, search(text))).toEqual(expected)
  })

  it('may be one of several, in a place, and turned round', async () => {
    expect(await contentsOf(alice, [...search('today'), ...search('pizza')])).toEqual([
      'I am baking pizzas **today**',
    ])
    expect(await contentsOf(alice, [['stream', 'kitchen'], ...search('oven')])).toEqual([])
    expect(await contentsOf(alice, [['is', 'dm'], ...search('oven')])).toEqual(['the oven is hot'])
    const negated = [{ operator: 'search', operand: 'today', negated: true }]
    expect(await contentsOf(alice, negated)).toEqual(['Who brings the dough?', 'the oven is hot'])
  })

  it('marks its matches, in every message of the reply', async () => {
    const mark = (word: string) => `<span class="highlight">${word}</span>`
    expect(await found('pizza bake')).toMatchObject([
      {
        content: '<p>I am baking pizzas <strong>today</strong></p>',
        match_content: `<p>I am ${mark('baking')} ${mark('pizzas')} <strong>today</strong></p>`,
        match_subject: mark('baking'),
      },
    ])
    expect(await found('pizza')).toMatchObject([
      { match_content: '<p>Who brings the dough?</p>', match_subject: `${mark('Pizza')} night` },
      { match_content: `<p>I am baking ${mark('pizzas')} <strong>today</strong></p>` },
    ])
    const raw = await readPage(alice, { narrow: search('oven') })
    expect(raw.messages).toMatchObject([
      { content: 'the oven is hot', match_content: `<p>the ${mark('oven')} is hot</p>` },
    ])
    const narrow = [{ operator: 'search', operand: 'today', negated: true }]
    for (const message of (await readPage(alice, { narrow })).messages) {
      expect(message).not.toHaveProperty('match_content')
      expect(message).not.toHaveProperty('match_subject')
    }
  })
})

describe('a search for parts of words with punctuation', () => {
  it.each<[search: string, content: string, marked: string]>([
    ['report', 'see report-final.pdf', 'see [report]-final.pdf'],
    ['pdf', 'the minutes.pdf', 'the minutes.[pdf]'],
    ['report-final.pdf', 'see report-final.pdf now', 'see [report-final.pdf] now'],
    ['local', 'it is in /usr/local/bin', 'it is in /usr/[local]/bin'],
    ['usr', 'or in /usr/share', 'or in /[usr]/share'],
    ['usr/local', 'not in /usr/local/etc', 'not in /[usr/local]/etc'],
    ['jane', 'ask jane.roe@ex.org', 'ask [jane].roe@ex.org'],
    ['ex.org', 'ask john.doe@ex.org', 'ask john.doe@[ex.org]'],
    ['3.14', 'we run v3.14.15', 'we run v[3.14].15'],
    ['v3.14', 'he runs v3.14.16', 'he runs [v3.14].16'],
    ['"well-known"', 'a well-known-thing', 'a [well]-[known]-thing'],
    ['"known thing"', 'this well-known-thing', 'this well-[known]-[thing]'],
    ['"final pdf"', 'a draft-final.pdf', 'a draft-[final.pdf]'],
    ['gamma', '稻田 alpha.gamma', '稻田 alpha.[gamma]'],
  ])('finds %s in: %s', async (text, content, marked) => {
    const id = await bob.send('kitchen', 'parts', content)
    const messages = await found(text)
    const html = String(messages.find((message) => message.id === id)?.['match_content'])
    const bracketed = html.replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '[$1]')
    expect(bracketed.replaceAll(/<[^>]*>/g, '')).toBe(marked)
  })

  it('finds a part of an address, and no phrase across the copies', async () => {
    await bob.send('kitchen', 'parts', 'first: https://x.org/orders/7')
    const [message] = await found('orders')
    expect(message?.['match_content']).toContain('/<span class="highlight">orders</span>/7</a>')
    expect(await found('"7 parts"')).toEqual([])
  })

  it('finds parts in messages from before, once maintenance has indexed them', async () => {
    const id = await bob.send('kitchen', 'parts', 'zeta-eta.txt')
    await sql`update messages set search_vector = '' where id = ${id}`.execute(server.db)
    expect(await found('eta')).toEqual([])
    await sql`insert into unindexed_words (up_to_id) values (${id})`.execute(server.db)
    const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
      server.db.transaction().execute((tx) => work(tx as unknown as Tx))
    await indexOldWords({ db: partOf<Database>({ transaction }) }, () => Promise.resolve(true))
    // The maintenance of the shared server may have taken the row.
    await untilHolds('the words are indexed', async () => (await found('eta')).length === 1)
  })
})

describe('a search in scripts without blanks', () => {
  const texts = [
    '我家在上海东边。',
    '上和海',
    'iPhone手机很好',
    '東京へ行きました',
    '서울에서 만나요',
    'สวัสดีชาวโลก',
    '好',
  ]

  beforeAll(async () => {
    for (const text of texts) await bob.send('kitchen', '旅行', text)
  })

  it.each<[string, number[]]>([
    ['上海', [0]],
    ['海', [0, 1]],
    ['好', [2, 6]],
    ['边', [0]],
    ['在上海东', [0]],
    ['上海边', []],
    ['"上海" 我家', [0]],
    ['iphone 手机', [2]],
    ['手机iphones', [2]],
    ['京へ行', [3]],
    ['서울', [4]],
    ['สวัสดี', [5]],
    ['โลก', [5]],
    ['旅行 海', [0, 1]],
  ])('finds %s', async (text, expected) => {
    expect(await contentsOf(alice, search(text))).toEqual(expected.map((index) => texts[index]))
  })

  it('marks its matches, also beside English words', async () => {
    const [found] = (await readPage(alice, { narrow: search('上海东 旅行'), apply_markdown: true }))
      .messages
    expect(found).toMatchObject({
      match_content: '<p>我家在<span class="highlight">上海东</span>边。</p>',
      match_subject: '<span class="highlight">旅行</span>',
    })
    const mixed = await readPage(alice, { narrow: search('手机 iphone') })
    expect(mixed.messages).toMatchObject([
      {
        match_content: '<p>iPhone<span class="highlight">手机</span>很好</p>',
      },
    ])
  })

  it('marks stop words that are searched for', async () => {
    const { messages } = await readPage(alice, { narrow: search('The Who'), apply_markdown: true })
    const mark = (word: string) => `<span class="highlight">${word}</span>`
    expect(messages).toMatchObject([
      { match_content: `<p>${mark('Who')} brings ${mark('the')} dough?</p>` },
    ])
  })

  it('finds messages from before, once maintenance has indexed them', async () => {
    const { db } = server
    const ids = [
      await bob.send('kitchen', 'old', '老上海一'),
      await bob.send('kitchen', 'old', '老上海二'),
    ]
    await sql`update messages set search_vector = '' where id = any(${ids})`.execute(db)
    expect(await contentsOf(alice, search('老上海'))).toEqual([])
    await sql`insert into unindexed_words (up_to_id) values (${ids[0]})`.execute(db)
    let pauses = 0
    const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
      db.transaction().execute((tx) => work(tx as unknown as Tx))
    await indexOldWords({ db: partOf<Database>({ transaction }) }, () =>
      Promise.resolve(++pauses < 100),
    )
    expect(await contentsOf(alice, search('老上海'))).toEqual(['老上海一'])
    const { rows } = await sql`select from unindexed_words`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('the highlights of phrases', () => {
  /** `[` and `]` stand for the marks. */
  const bracketed = (html: unknown) =>
    String(html).replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '[$1]')

  it.each<[search: string, topic: string, content: string, expected: string]>([
    ['"good book"', 'a good day', 'a good, good book', 'a good day <p>a good, [good] [book]</p>'],
    [
      '"good book"',
      'book',
      'good Books, the good **book**; book',
      'book <p>[good] [Books], the [good] <strong>[book]</strong>; book</p>',
    ],
    [
      '"good books" good',
      'x',
      'good, a good book & book',
      'x <p>[good], a [good] [book] &amp; book</p>',
    ],
    [
      '"the good state of the art"',
      'art',
      'good state of the art, state art, state in our art',
      'art <p>[good] [state] of the [art], state art, state in our art</p>',
    ],
    [
      '"state of the art"',
      'art',
      'state of the art, state art, the state',
      'art <p>[state] of the [art], state art, the state</p>',
    ],
    [
      '"good book" "book shop"',
      'x',
      'good book shop, shop, book, good shop',
      'x <p>[good] [book] [shop], shop, book, good shop</p>',
    ],
    ['"good good book"', 'x', 'good good good book', 'x <p>good [good] [good] [book]</p>'],
    [
      '"well-known book"',
      'x',
      'well, a well-known *book* is known',
      'x <p>well, a [well]-[known] <em>[book]</em> is known</p>',
    ],
    [
      '"from http://example.com/a 3.14"',
      'x',
      '3.14 is `from http://example.com/a 3.14`',
      'x <p>3.14 is <code>from http://[example.com][/a] [3.14]</code></p>',
    ],
    [
      '"good 手机 book" 手机',
      '手机',
      'good 手机 book, good 手机',
      '[手机] <p>[good] [手机] [book], good [手机]</p>',
    ],
    ['"good book" "to be"', 'x', 'good to be a good book', 'x <p>good [to be] a [good] [book]</p>'],
    ['"good book"', 'very good', 'book of a book', 'very [good] <p>[book] of a book</p>'],
    ['"good"', 'good', 'the good', '[good] <p>the [good]</p>'],
  ])('%s in %s: %s', async (text, topic, content, expected) => {
    const id = await bob.send('kitchen', topic, content)
    const [message] = (await readPage(alice, { narrow: [['id', id], ...search(text)] })).messages
    expect(
      bracketed(`${String(message?.['match_subject'])} ${String(message?.['match_content'])}`),
    ).toBe(expected)
  })
})

describe('the highlights of a search', () => {
  /** Without its highlights the HTML must be unchanged. */
  const unmarked = (html: string) =>
    html.replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '$1')

  const hostile = [
    '<script>alert("needle")</script> needle',
    '<img src=x onerror=needle> needle "needle" \'needle\'',
    '[needle](https://needle.test/needle?needle=needle "needle") https://needle.test/?q=needle&needle',
    '**needle**`needle`~~needle~~ *needle*needle',
    '```js\nconst needle = "<needle>" // needle\n```',
    '$$\\text{needle} < needle$$ and needle',
    '```math\n\\text{needle} + x_{needle}\n```',
    '&lt;needle&gt; &needle; needle& &#110;eedle',
    'needle\ufdd0<b>\ufdd1 \ufdd1needle\ufdd0 \ufdd0\ufdd0needle',
    '@**Alice** #**kitchen** :tada: needle',
    '| needle | b |\n|---|---|\n| <needle> | needle |',
    '```spoiler needle\nneedle\n```',
    '> needle <\n\n* needle >\n* needle/needle-needle.needle@needle.test',
    'needle'.concat(' needle'.repeat(500)),
    'é𝒏 needle 🧵 needle‍ needle\u2028needle',
  ]

  it.each(hostile)('is nothing but text: %s', async (content) => {
    const id = await bob.send('kitchen', '<needle> & "needle"', content)
    const { messages } = await readPage(alice, {
      narrow: [['id', id], ...search('needle')],
      apply_markdown: true,
    })
    const [message] = messages
    const marked = asText(message?.['match_content'])
    expect(marked).toContain('<span class="highlight">needle</span>')
    expect(unmarked(marked)).toBe(message?.content.replaceAll(/[\ufdd0\ufdd1]/g, ''))
    expect(message?.['match_subject']).toBe(
      '&lt;<span class="highlight">needle</span>&gt; &amp; &quot;<span class="highlight">needle</span>&quot;',
    )
  })
})

describe('GET /messages/matches_narrow', () => {
  it('tells which messages are in a narrow, and how', async () => {
    const hit = await bob.send('kitchen', 'a < b', 'the **spoon** is here')
    const miss = await bob.send('kitchen', 'a < b', 'the fork is here')
    const hidden = await bob.sendPrivately([bob.id], 'my spoon')
    const ask = async (narrow: unknown) =>
      expectSuccess(
        await alice.get('/messages/matches_narrow', { msg_ids: [hit, miss, hidden], narrow }),
      )['messages']
    expect(await ask(search('spoon'))).toEqual({
      [hit]: {
        match_content: '<p>the <strong><span class="highlight">spoon</span></strong> is here</p>',
        match_subject: 'a &lt; b',
      },
    })
    expect(await ask([['stream', 'kitchen']])).toEqual({
      [hit]: {
        match_content: '<p>the <strong>spoon</strong> is here</p>',
        match_subject: 'a &lt; b',
      },
      [miss]: { match_content: '<p>the fork is here</p>', match_subject: 'a &lt; b' },
    })
    expect(await ask([['is', 'dm']])).toEqual({})
  })
})
