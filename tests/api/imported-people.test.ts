import { sql } from 'kysely'
import { lookAtConfirmation } from '../../src/server/chat/rules/confirmations'
import { getActingOwner } from '../../src/server/chat/actions/realms/find-realm'
import { importPeople } from '../../src/server/moving/import-users/import'
import type { ImportOptions } from '../../src/server/moving/import-users/import'
import { readPeople } from '../../src/server/moving/import-users/read-csv'
import { Bystanders } from '../support/bystanders'
import { expectSuccess } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import type { OwnServer } from '../support/own-server'

/** Calls the action of `parley import-users`. */
describe('a file of people', () => {
  const server = useOwnServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
    await server.stream('design', { subscribers: [cast.alice], inviteOnly: true })
    await server.stream('ops')
    const group = { name: 'Makers', description: '', members: [] }
    expectSuccess(await server.owner.post('/user_groups/create', group))
  })

  const bring = async (text: string, options: Partial<ImportOptions> = {}) =>
    importPeople(server.ctx, await getActingOwner(server.ctx, ''), readPeople(Buffer.from(text)), {
      isDryRun: false,
      skipsBadLines: false,
      welcomes: false,
      ...options,
    })

  const memberNamed = async (email: string) => {
    const { members } = await server.owner.call('GET /users')
    return members.find((member) => member.email === email)
  }

  it('loses the mark of an archive with the first log-in, and others are told', async () => {
    const { alice, bob } = cast
    await sql`update users set is_imported_stub = true where id = ${alice.id}`.execute(server.db)
    const queue = await bob.register({ event_types: ['realm_user'] })
    const logIn = () =>
      server
        .call('post', '/fetch_api_key')
        .type('form')
        .send({ username: alice.email, password: 'password of alice' })
    expectSuccess(await logIn())
    expect(await bob.pollUntil(queue, 'realm_user')).toMatchObject([
      { op: 'update', person: { user_id: alice.id, is_imported_stub: false } },
    ])
    const { user } = expectSuccess(await bob.get(`/users/${alice.id}`))
    expect(user).toMatchObject({ is_imported_stub: false })
  })

  it('becomes accounts with their roles, streams and groups, which others are told', async () => {
    const text =
      '\ufeffEmail,Full name,role,streams,groups\r\n' +
      'pia@x.test,Pia,,"design; ops",makers\r\n' +
      '\r\n' +
      'quin@x.test,"Quin, guest",guest,ops,\r\n' +
      'rosa@x.test,Rosa,moderator,,\r\n'
    expect((await bring(text)).isDone).toBe(true)
    const [pia, quin, rosa] = await Promise.all(
      ['pia@x.test', 'quin@x.test', 'rosa@x.test'].map(memberNamed),
    )
    expect([pia, quin, rosa]).toMatchObject([
      { full_name: 'Pia', role: 400 },
      { full_name: 'Quin, guest', role: 600 },
      { full_name: 'Rosa', role: 300 },
    ])
    const subscribersOf = async (name: string) => {
      const { stream_id } = await server.owner.call('GET /get_stream_id', { stream: name })
      return expectSuccess(await cast.alice.get(`/streams/${stream_id}/members`))['subscribers']
    }
    expect(await subscribersOf('design')).toContain(pia?.email)
    expect(await subscribersOf('ops')).toEqual(expect.arrayContaining([pia?.email, quin?.email]))
    expect(await subscribersOf('general')).toEqual(
      expect.arrayContaining([pia?.email, rosa?.email]),
    )
    expect(await subscribersOf('general')).not.toContain(quin?.email)
    const { user_groups } = await server.owner.call('GET /user_groups')
    expect(user_groups.find(({ name }) => name === 'Makers')?.members).toEqual([pia?.user_id])
  })

  it('is told as single accounts are', async () => {
    await cast.expectExplained(() =>
      bring('email,full_name,streams,groups\nsue@x.test,Sue,design,Makers\ntim@x.test,Tim,,\n'),
    )
  })

  it('adds only missing people on a second run', async () => {
    const first = 'email,full_name,role\numa@x.test,Uma,\n'
    expect((await bring(first)).outcomes).toMatchObject([{ result: 'created' }])
    const { outcomes } = await bring(first.replace('Uma,', 'Other,guest') + 'VIC@x.test,Vic,\n')
    expect(outcomes).toMatchObject([
      { line: 2, result: 'exists', user_id: (await memberNamed('uma@x.test'))?.user_id },
      { line: 3, email: 'VIC@x.test', result: 'created', user_id: expect.any(Number) },
    ])
    expect(await memberNamed('uma@x.test')).toMatchObject({ full_name: 'Uma', role: 400 })
  })

  it('is only looked at in a dry run', async () => {
    const { outcomes, isDone } = await bring('email,full_name\nwim@x.test,Wim\n', {
      isDryRun: true,
    })
    expect({ outcomes, isDone }).toEqual({
      outcomes: [{ line: 2, email: 'wim@x.test', result: 'created' }],
      isDone: false,
    })
    expect(await memberNamed('wim@x.test')).toBeUndefined()
  })

  const badLines =
    'full_name,email,role,streams,groups\n' +
    'Xia,xia@x.test,,,\n' +
    'Yan,no address,,,\n' +
    'Y,y1@x.test,,,\n' +
    'Yan,,,,\n' +
    'Yan,y2@x.test,king,,\n' +
    'Yan,y3@x.test,,nowhere,\n' +
    'Yan,y4@x.test,,,nobodies\n' +
    'Yan,y5@x.test\n' +
    'Xia,XIA@x.test,,,\n' +
    'Аlice,y6@x.test,,,\n' +
    'Robot,ROBOT_EMAIL,,,\n'

  it('is kept out by lines that are refused, which are named', async () => {
    const { outcomes, isDone } = await bring(badLines.replace('ROBOT_EMAIL', cast.robot.email))
    expect(isDone).toBe(false)
    expect(outcomes.map(({ line, error }) => `${line} ${error}`)).toEqual([
      '2 undefined',
      '3 It is no address of email.',
      '4 Name too short!',
      '5 It has no email.',
      expect.stringMatching(/^6 There is no role 'king': they are owner, /),
      "7 There is no stream 'nowhere'.",
      "8 There is no user group 'nobodies'.",
      '9 It has 2 columns, and the first line names 5.',
      '10 Line 2 has this email, too.',
      '11 Name is already in use!',
      '12 It is the address of a bot.',
    ])
    expect(await memberNamed('xia@x.test')).toBeUndefined()
  })

  it('has its refused lines skipped if asked to', async () => {
    const { isDone } = await bring(badLines, { skipsBadLines: true })
    expect(isDone).toBe(true)
    expect(await memberNamed('xia@x.test')).toMatchObject({ full_name: 'Xia' })
  })

  it.each([
    ['', /The file is empty/],
    ['email\na@x.test\n', /names no column 'full_name'/],
    ['email,full_name,shoe size\n', /names a column 'shoe_size'. The columns are email,/],
    ['email,full_name,email\n', /the column 'email' twice/],
    ['email,full_name\na@x.test,"Ada\n', /Quote Not Closed/],
  ])('is refused if it is no such file: %j', (text, told) => {
    expect(() => readPeople(Buffer.from(text))).toThrow(told)
  })

  it('is refused that is in another encoding', () => {
    const bytes = Buffer.from('email,full_name\na@x.test,Zoë', 'latin1')
    expect(() => readPeople(bytes)).toThrow(/not in UTF-8/)
  })

  it('may have semicolons in between, as some spreadsheets write', () => {
    expect(readPeople(Buffer.from('email;full_name;streams\na@x.test;Ada;"x;y"\n')).people).toEqual(
      [expect.objectContaining({ line: 2, email: 'a@x.test', streams: ['x', 'y'] })],
    )
  })
})

describe('a welcome', () => {
  const mailbox = useMailbox()
  const mailing = useOwnServer({ settings: mailbox.settings })
  const silent = useOwnServer({ settings: { EXTERNAL_URL: 'https://chat.parley.test' } })
  const nameless = useOwnServer()

  const bring = async (server: OwnServer) =>
    importPeople(
      server.ctx,
      await getActingOwner(server.ctx, ''),
      readPeople(Buffer.from('email,full_name\nzoe@x.test,Zoë\n')),
      { isDryRun: false, skipsBadLines: false, welcomes: true },
    )
  const link = /https:\/\/chat\.parley\.test\/accounts\/password\/reset\/([\w-]{43})/
  /** The account whose password a link sets. */
  const accountOf = async (server: OwnServer, token: string) => {
    const { realm_id: realmId } = await getActingOwner(server.ctx, '')
    const given = { realmId, kind: 'password_reset', token } as const
    return (await lookAtConfirmation(server.ctx.db.dated(), given))?.user_id
  }

  it('mails a link with which one chooses a password', async () => {
    const { outcomes } = await bring(mailing)
    expect(outcomes).toEqual([
      { line: 2, email: 'zoe@x.test', result: 'created', user_id: expect.any(Number) },
    ])
    const [mail] = await mailbox.receive(mailing.ctx)
    expect(mail).toMatchObject({ to: 'zoe@x.test', subject: 'Your account in Parley Test' })
    const [, key = ''] = link.exec(mail?.text ?? '') ?? []
    expect(await accountOf(mailing, key)).toBe(outcomes[0]?.user_id)
    // Existing accounts are not welcomed again.
    await bring(mailing)
    expect(mailbox.mails.filter(({ subject }) => subject.startsWith('Your account'))).toHaveLength(
      1,
    )
  })

  it('returns the link to the creator of the account, if no mail is sent', async () => {
    const { outcomes } = await bring(silent)
    const [, key = ''] = link.exec(outcomes[0]?.link ?? '') ?? []
    expect(await accountOf(silent, key)).toBe(outcomes[0]?.user_id)
  })

  it('is refused if the address for links is unknown', async () => {
    await expect(bring(nameless)).rejects.toThrow(/^Links need the address .* EXTERNAL_URL/)
  })
})
