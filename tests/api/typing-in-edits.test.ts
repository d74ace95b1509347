import { exactly } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person, Queue } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const type = (person: Person, id: number, op = 'start') =>
  person.post(`/messages/${id}/typing`, { op })
const listen = (person: Person, capable = true) =>
  person.register({
    event_types: ['typing_edit_message', 'message'],
    client_capabilities: { stream_typing_notifications: capable },
  })
const heard = async (person: Person, queue: Queue) =>
  (await person.eventsUntilNow(queue)).filter(({ type }) => type === 'typing_edit_message')

// Source: docs/protocol/presence.md#typing-edit.
describe('POST /messages/{id}/typing', () => {
  it('tells only the participants of a private conversation', async () => {
    const people = await server.users('ada', 'bo', 'cy')
    const [ada, bo, cy] = people
    const id = await ada.sendPrivately([bo.id], 'x')
    const [adas, bos, cys] = exactly(
      await Promise.all(people.map((person) => listen(person, false))),
      3,
    )
    expectSuccess(await type(ada, id))
    expectSuccess(await type(ada, id, 'stop'))
    const told = (op: string) => ({
      ...{ type: 'typing_edit_message', op, sender_id: ada.id, message_id: id },
      ...{ recipient: { type: 'direct', user_ids: [ada.id, bo.id] }, id: expect.any(Number) },
    })
    expect(await heard(bo, bos)).toEqual([told('start'), told('stop')])
    expect(await heard(ada, adas)).toEqual([told('start'), told('stop')])
    expect(await heard(cy, cys)).toEqual([])
  })

  it('tells readers of the message in a stream whose clients asked for it', async () => {
    const [dee, eve, flo] = await server.users('dee', 'eve', 'flo')
    const { id: streamId } = await server.stream('club', {
      subscribers: [dee, eve],
      inviteOnly: true,
    })
    const id = await dee.send('club', 'games', 'x')
    // She cannot read earlier messages.
    const principals = [flo.email]
    expectSuccess(
      await dee.post('/users/me/subscriptions', { subscriptions: [{ name: 'club' }], principals }),
    )
    const [eves, deaf, flos] = [await listen(eve), await listen(eve, false), await listen(flo)]
    expectSuccess(await type(dee, id))
    const recipient = { type: 'channel', channel_id: streamId, topic: 'games' }
    expect(await heard(eve, eves)).toMatchObject([{ op: 'start', message_id: id, recipient }])
    expect(await heard(eve, deaf)).toEqual([])
    expect(await heard(flo, flos)).toEqual([])
  })

  it('is for users who may edit the message', async () => {
    const [gil, hal] = await server.users('gil', 'hal')
    await server.stream('open', { subscribers: [gil, hal] })
    const id = await gil.send('open', 'x', 'x')
    expectError(await type(hal, id), 400, {
      msg: "You don't have permission to edit this message",
    })
    expectError(await type(gil, id, 'pause'), 400, {
      msg: "Invalid 'op' value (should be start or stop)",
    })
    expectError(await type(gil, 987_654), 400, { msg: 'Invalid message(s)' })
    const poll = await gil.send('open', 'x', '/poll What?\na\nb')
    expectError(await type(gil, poll), 400)
  })
})
