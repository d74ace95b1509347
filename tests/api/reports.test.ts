import { asNumber, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

describe('POST /messages/{message_id}/report', () => {
  const server = useTestServer()
  const off = { msg: 'Message reporting is not enabled in this organization.' }

  it('tells moderators, if the organization wants it', async () => {
    const [ada, bob] = await server.users('ada', 'bob')
    const { id } = await server.stream('reports', { subscribers: [server.owner], inviteOnly: true })
    await server.stream('lunch', { subscribers: [ada, bob] })
    const rude = await bob.send('lunch', 'pizza', 'so ```rude``` @**all**')
    const path = `/messages/${rude}/report`
    expectError(await ada.post(path, { report_type: 'spam' }), 400, off)
    expectSuccess(await server.owner.patch('/realm', { moderation_request_channel_id: id }))
    const queue = await server.owner.register({ event_types: ['message'], apply_markdown: false })

    expectError(await ada.post(path, { report_type: 'other', description: ' ' }), 400, {
      msg: 'An explanation is required.',
    })
    expectError(await ada.post(path, { report_type: 'boring' }), 400)
    const description = 'He knows *better*.'
    expectSuccess(await ada.post(path, { report_type: 'norms', description }))
    const [told] = await server.owner.pollUntil(queue, 'message')
    const { content, ...place } = shapedLike(told?.['message'], { content: '' })
    expect(place).toMatchObject({
      display_recipient: 'reports',
      subject: "Bob's moderation requests",
    })
    expect(content).toContain(`@_**Ada|${ada.id}** reported [a message](#narrow/channel/`)
    expect(content).toContain(`/near/${rude}) sent by @_**Bob|${bob.id}** in #**lunch>pizza**.`)
    expect(content).toContain('* Reason: **Violates community norms**')
    expect(content).toContain(description)
    expect(content).toContain('so ```rude``` @_**all**')
  })

  it('is for readable messages', async () => {
    const [ada, bob, eve] = await server.users('ada2', 'bob2', 'eve')
    const secret = await ada.sendPrivately([bob.id], 'psst')
    expectError(await eve.post(`/messages/${secret}/report`, { report_type: 'spam' }), 400, {
      msg: 'Invalid message(s)',
    })
    const queue = await server.owner.register({ event_types: ['message'], apply_markdown: false })
    expectSuccess(await bob.post(`/messages/${secret}/report`, { report_type: 'harassment' }))
    const [told] = await server.owner.pollUntil(queue, 'message')
    expect(shapedLike(told?.['message'], { content: '' }).content).toContain(
      'reported a direct message sent by',
    )
  })

  it('is refused once the channel of reports is gone', async () => {
    const [ada] = await server.users('ada3')
    const state = await ada.register({ fetch_event_types: ['realm'] })
    expect(state['server_report_message_types']).toContainEqual({ key: 'spam', name: 'Spam' })
    const channel = asNumber(state['realm_moderation_request_channel_id'])
    expectSuccess(await server.owner.delete(`/streams/${channel}`))
    const own = await ada.send('general', 'x', 'y')
    expectError(await ada.post(`/messages/${own}/report`, { report_type: 'spam' }), 400, off)
  })
})
