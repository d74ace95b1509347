import { deleteOldLinkPreviews } from '../../src/server/data/messages/link-previews'
import { createAddressPolicy } from '../../src/server/chat/rules/outgoing/addresses'
import { createLinkPreviews } from '../../src/server/chat/jobs/link-previews/dispatcher'
import type { BackgroundJob } from '../../src/server/context'
import { asText, elementAt, lastOf, present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { OtherHost } from '../support/other-host'
import type { Person, Queue, ReceivedEvent } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { storedMessage } from '../support/stored-messages'
import { untilHolds } from '../support/until'

const host = new OtherHost()
beforeAll(() => host.start())
afterAll(() => host.stop())

const server = useOwnServer({ settings: { OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1' } })

const page = (head: string) => `<!doctype html><html><head>${head}</head><body><p>text</p></body>`
const gardening = page(
  '<title>Fallback</title><meta property="og:title" content="Roses &amp; <i>Thorns</i>">' +
    '<meta property="og:description" content="How to  prune&#10;them.">' +
    '<meta property="og:image" content="/rose.png?a=1&amp;b=2">',
)

function startDispatcher(config = server.ctx.config): BackgroundJob {
  const addresses = createAddressPolicy(config.outgoingWebhooksAllowPrivate)
  const started = createLinkPreviews({ ...server.ctx, config, addresses })
  started.start()
  return started
}

const jobs = () => server.db.selectFrom('link_preview_jobs').selectAll().execute()
const untilIdle = () => untilHolds('all previews are made', async () => (await jobs()).length === 0)

describe('previews of linked pages', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  let queue: Queue
  let dispatcher: BackgroundJob
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    await server.stream('garden', { subscribers: [alice, bob] })
    expectSuccess(await server.owner.patch('/realm', { inline_url_embed_preview: true }))
  })
  beforeEach(async () => {
    dispatcher = startDispatcher()
    queue = await bob.register({ event_types: ['message', 'update_message'] })
  })
  afterEach(() => dispatcher.stop())

  const updated = async (person = bob, at = queue): Promise<ReceivedEvent> =>
    lastOf(await person.pollUntil(at, 'update_message'))

  it('arrive after the message, in the form of the reference, as no edit', async () => {
    const url = host.hasPage('/roses', gardening)
    const id = await alice.send('garden', 'beds', `see ${url} and \`${url}/code\``)
    const event = await updated()
    const html = asText(event['rendered_content'])
    const [, image] = /url\(&quot;(.*?)&quot;\)/.exec(html) ?? []
    expect(image).toMatch(/^\/external_content\/[0-9a-f]{64}\/[0-9a-f]+$/)
    expect(Buffer.from(elementAt(present(image, 'image').split('/'), 3), 'hex').toString()).toBe(
      `${host.origin}/rose.png?a=1&b=2`,
    )
    expect(html).toBe(
      `<p>see <a href="${url}">${url}</a> and <code>${url}/code</code></p>\n` +
        `<div class="message_embed"><a style="background-image: url(&quot;${image}&quot;)" href="${url}" ` +
        `class="message_embed_image"></a><div class="data-container"><div class="message_embed_title">` +
        `<a href="${url}" title="Roses &amp; &lt;i&gt;Thorns&lt;/i&gt;">Roses &amp; &lt;i&gt;Thorns&lt;/i&gt;</a></div>` +
        '<div class="message_embed_description">How to prune them.</div></div></div>',
    )
    expect(event).toEqual({
      ...{ id: expect.any(Number), type: 'update_message', user_id: null },
      ...{ rendering_only: true, message_id: id, message_ids: [id], flags: [] },
      edit_timestamp: expect.any(Number),
      stream_id: expect.any(Number),
      stream_name: 'garden',
      content: `see ${url} and \`${url}/code\``,
      rendered_content: html,
      is_me_message: false,
    })
    expect(await storedMessage(server, id)).toMatchObject({
      rendered_content: html,
      last_edited_at: null,
    })
    const { message } = await carol.call('GET /messages/{message_id}', { message_id: id })
    expect(message).toMatchObject({ content: html })
    expect(message).not.toHaveProperty('edit_history')
    expect(host.timesAsked('/roses/code')).toBe(0)
  })

  it('tell the page nothing about its readers', async () => {
    await alice.sendPrivately([bob.id], host.hasPage('/quiet', gardening))
    await updated()
    const asked = host.asked.filter(({ url }) => url === '/quiet')
    expect(asked.map(({ headers }) => Object.keys(headers).sort())).toEqual([
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ])
  })

  it('are requested once for many messages, failures too', async () => {
    const url = host.hasPage('/once', page('<title>Once</title>'))
    const missing = `${host.origin}/missing`
    for (const word of ['a', 'b', 'c']) {
      await alice.send('garden', 'beds', `${word} ${url} ${missing}`)
      expect((await updated())['rendered_content']).toContain('title="Once"')
    }
    expect([host.timesAsked('/once'), host.timesAsked('/missing')]).toEqual([1, 1])
  })

  it('are those of the first five pages, without pictures, own addresses and quotes', async () => {
    const urls = [1, 2, 3, 4, 5, 6].map((each) =>
      host.hasPage(`/many/${each}`, page(`<title>Page ${each}</title>`)),
    )
    const own = `${server.url}/help`
    const quoted = host.hasPage('/quoted', page('<title>Quoted</title>'))
    const text = `${host.origin}/cat.png ${own} ${urls.join(' ')}\n\n> ${quoted}`
    await alice.send('garden', 'beds', text)
    const titles = [
      ...asText((await updated())['rendered_content']).matchAll(/title="(Page \d)"/g),
    ].map(([, title]) => title)
    expect(titles).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5'])
    expect(['/many/6', '/cat.png', '/quoted'].map((each) => host.timesAsked(each))).toEqual([
      0, 0, 0,
    ])
  })

  it('follow an edit, and a job that an edit overtook changes nothing', async () => {
    const [first, second] = ['first', 'second'].map((name) =>
      host.hasPage(`/edit/${name}`, page(`<title>The ${name}</title>`)),
    )
    const id = await alice.send('garden', 'beds', present(first, 'first'))
    await updated()
    expectSuccess(await alice.patch(`/messages/${id}`, { content: present(second, 'second') }))
    await untilIdle()
    const { rendered_content: html } = await storedMessage(server, id)
    expect(html).toContain('The second')
    expect(html).not.toContain('The first')
  })

  it('are made by another worker when the first one dies', async () => {
    await dispatcher.stop()
    const id = await alice.send('garden', 'beds', host.hasPage('/lease', page('<title>L</title>')))
    // A worker took the job, and was killed.
    await server.db.updateTable('link_preview_jobs').set({ attempts: 1 }).execute()
    const others = [startDispatcher(), startDispatcher()]
    await untilIdle()
    expect((await storedMessage(server, id)).rendered_content).toContain('title="L"')
    expect(host.timesAsked('/lease')).toBe(1)
    for (const other of others) await other.stop()
  })

  it('cost a message without links nothing', async () => {
    await dispatcher.stop()
    await alice.send('garden', 'beds', 'no link, only `http://code.test`')
    expect(await jobs()).toEqual([])
  })

  it('are left out if the realm or the server switched them off', async () => {
    const url = host.hasPage('/off', page('<title>Off</title>'))
    expectSuccess(await server.owner.patch('/realm', { inline_url_embed_preview: false }))
    await alice.send('garden', 'beds', url)
    expect(await jobs()).toEqual([])
    expectSuccess(await server.owner.patch('/realm', { inline_url_embed_preview: true }))
    await dispatcher.stop()
    const withoutPreviews = startDispatcher({ ...server.ctx.config, linkPreviews: false })
    await alice.send('garden', 'beds', url)
    await untilIdle()
    await withoutPreviews.stop()
    expect(host.timesAsked('/off')).toBe(0)
  })

  it('are cached in bounds', async () => {
    const count = async () =>
      (await server.db.selectFrom('link_previews').selectAll().execute()).length
    expect(await count()).toBeGreaterThan(3)
    await deleteOldLinkPreviews(server.db, 3)
    expect(await count()).toBe(3)
    await server.db
      .updateTable('link_previews')
      .set({ expires_at: new Date(0) })
      .execute()
    await deleteOldLinkPreviews(server.db, 3)
    expect(await count()).toBe(0)
  })
})
