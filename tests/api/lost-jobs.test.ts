import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { runDeletionJobs } from '../../src/server/chat/jobs/deletions/deleter'
import { makeExports } from '../../src/server/moving/exports/maker'
import { runImports } from '../../src/server/moving/import-jobs/runner'
import { createLinkPreviews } from '../../src/server/chat/jobs/link-previews/dispatcher'
import { handleDueMails } from '../../src/server/mail-in/handler'
import { findRecipient, receiveMail } from '../../src/server/mail-in/receive'
import { createOutgoingWebhooks } from '../../src/server/chat/jobs/outgoing-webhooks/dispatcher'
import { pushDue } from '../../src/server/chat/jobs/pushes/sender'
import { deliverSome } from '../../src/server/chat/jobs/scheduled-messages/sweep'
import type { JobKind } from '../../src/server/chat/notify/set-aside'
import { takeWebhookJob } from '../../src/server/data/bots/webhook-jobs'
import { takeExport } from '../../src/server/data/exports/jobs'
import { takeImport } from '../../src/server/data/import/jobs'
import { takeIncomingMail } from '../../src/server/data/mail/incoming'
import { takeLinkPreviewJob } from '../../src/server/data/messages/link-preview-jobs'
import { takePushJobs } from '../../src/server/data/notifications/push-jobs'
import { takeDeletionJob } from '../../src/server/data/retention/deletion-jobs'
import { takeDue } from '../../src/server/data/schedule/scheduled-messages'
import { asRecords, present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'

const server = useOwnServer({
  settings: { MAIL_IN_ADDRESS: '%s@chat.parley.test', IMPORT_FOLDER: __dirname },
})
const query = () => server.ctx.db.query
const dated = () => server.ctx.db.dated()

/** A kind of job. Its owner is the owner of the organization. */
interface Kind {
  /** Makes a job that is due. */
  make: () => Promise<unknown>
  /** Takes the job as a worker that dies at once, and answers what was taken. */
  lose: (suspects?: boolean) => Promise<unknown>
  /** Does all that is due. */
  run: () => Promise<unknown>
  /** The rest of the job. */
  outcome: () => Promise<unknown>
  left: unknown
  /** The message to its owner; undefined: none. */
  told: RegExp | undefined
}

async function ids(): Promise<{ realm_id: number; user_id: number }> {
  return { realm_id: server.realmId, user_id: server.owner.id }
}

const rowsOf = <Table extends Parameters<ReturnType<typeof query>['selectFrom']>[0]>(
  table: Table,
) => query().selectFrom(table).selectAll().execute()

const kinds: Record<JobKind, Kind> = {
  'mail in': {
    async make() {
      const { email } = await server.owner.call('GET /streams/{stream_id}/email_address', {
        stream_id: (await server.stream('mails', { subscribers: [server.owner] })).id,
      })
      const recipient = present(await findRecipient(server.ctx, email))
      const raw = Buffer.from('From: zoe@example.org\r\nSubject: x\r\n\r\nhello')
      await receiveMail(server.ctx, { recipients: [recipient], envelopeFrom: undefined, raw })
    },
    lose: (suspects) => takeIncomingMail(query(), 0, suspects),
    run: () => handleDueMails(server.ctx),
    outcome: () => rowsOf('incoming_mails'),
    left: [{ outcome: 'failed', attempts: 3 }],
    told: /email .* could not be processed/,
  },
  import: {
    make: () => server.owner.call('POST /import/realm', { path: path.basename(__filename) }),
    lose: () => takeImport(query(), 0),
    run: () => runImports(server.ctx),
    outcome: () => rowsOf('import_jobs'),
    left: [{ state: 'failed', error: expect.stringContaining('ended twice') }],
    // The page of imports shows the error.
    told: undefined,
  },
  export: {
    make: () => server.owner.post('/export/realm'),
    lose: (suspects) => takeExport(query(), 0, suspects),
    run: () => makeExports(server.ctx),
    outcome: () => rowsOf('realm_exports'),
    left: [{ failed_at: expect.any(Date), finished_at: null }],
    told: /data export has failed/,
  },
  'link preview': {
    async make() {
      const { id } = await server.stream('pages', { subscribers: [server.owner] })
      const message_id = await server.owner.send('pages', 'x', `stream ${id}`)
      const { realm_id } = await ids()
      await query()
        .insertInto('link_preview_jobs')
        .values({ realm_id, message_id, urls: ['http://a.test/'], realm_url: server.url })
        .execute()
    },
    lose: (suspects) => takeLinkPreviewJob(query(), 0, [], suspects),
    async run() {
      const previews = createLinkPreviews(server.ctx)
      previews.start()
      await untilHolds('no job is left', async () => {
        return (await rowsOf('link_preview_jobs')).length === 0
      })
      await previews.stop()
    },
    outcome: () => rowsOf('link_preview_jobs'),
    left: [],
    told: undefined,
  },
  'outgoing webhook': {
    async make() {
      const payload_url = JSON.stringify('http://127.0.0.1:9/')
      const bot = await server.bot(server.owner, 'caller', 3, { payload_url })
      await server.owner.sendPrivately([bot.id], 'call')
    },
    lose: (suspects) => takeWebhookJob(query(), 0, [], suspects),
    async run() {
      const { ctx } = server
      const externalHost = 'localhost'
      const webhooks = createOutgoingWebhooks({ ...ctx, externalHost, timeoutMs: 1_000 })
      webhooks.start()
      await untilHolds('no job is left', async () => (await rowsOf('webhook_jobs')).length === 0)
      await webhooks.stop()
    },
    outcome: () => rowsOf('webhook_jobs'),
    left: [],
    told: /error during the call/,
  },
  push: {
    async make() {
      const { realm_id, user_id } = await ids()
      const device = await query()
        .insertInto('push_devices')
        .values({
          ...{ realm_id, user_id, endpoint: 'https://a.test/topic', p256dh: null, auth: null },
          ...{ name: 'phone', created_at: new Date() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const due = { due_at: new Date(0), pending_since: new Date() }
      await query()
        .insertInto('push_jobs')
        .values({ realm_id, user_id, device_id: device.id, conversation: 'test', ...due })
        .execute()
    },
    lose: (suspects = true) => takePushJobs(dated(), { leaseSeconds: 0, most: 16, suspects }),
    run: () => pushDue(server.ctx),
    outcome: () => rowsOf('push_devices'),
    left: [{ last_error: 'The server failed twice while it wrote the push.' }],
    // The settings of notifications show the error.
    told: undefined,
  },
  'scheduled message': {
    async make() {
      const { id } = await server.stream('later', { subscribers: [server.owner] })
      const at = Math.floor(Date.now() / 1_000) + 3_600
      const wanted = { type: 'stream', to: id, topic: 'x', content: 'later' }
      const args = { ...wanted, scheduled_delivery_timestamp: at }
      expectSuccess(await server.owner.post('/scheduled_messages', args))
      await query()
        .updateTable('scheduled_messages')
        .set({ due_at: new Date(0) })
        .execute()
    },
    lose: (suspects = true) => takeDue(dated(), { leaseSeconds: 0, most: 50, suspects }),
    run: () => deliverSome(server.ctx),
    outcome: () => rowsOf('scheduled_messages'),
    left: [{ failed_at: expect.any(Date), sent_at: null }],
    told: /schedule the message again/,
  },
  deletion: {
    async make() {
      const [leaver] = await server.users('leaver')
      await query()
        .insertInto('message_deletion_jobs')
        .values({
          ...{ realm_id: server.realmId, user_id: leaver.id, acting_user_id: server.owner.id },
          ...{ in_public_channels: true, in_private_channels: true, in_conversations: true },
          below_id: null,
        })
        .execute()
    },
    lose: (suspects) => takeDeletionJob(query(), 0, suspects),
    run: () => runDeletionJobs(server.ctx),
    outcome: () => rowsOf('message_deletion_jobs'),
    left: [{ attempts: 3, deleted_messages: 0 }],
    told: /deletion of the messages of .* stopped/,
  },
}

async function notice(): Promise<string> {
  const { messages } = await server.owner.call('GET /messages', {
    ...{ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false },
    narrow: [{ operator: 'is', operand: 'dm' }],
  })
  return messages[0]?.content ?? ''
}

async function countSetAside(kind: string): Promise<number> {
  const { values } = await server.ctx.metrics.jobsSetAside.get()
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0
}

// Source: docs/operating.md#jobs.
describe.each(Object.entries(kinds))('jobs: %s', (kind, job) => {
  it('A job is set aside when two workers were lost with it, and its owner is told', async () => {
    await job.make()
    const before = await notice()
    await job.lose()
    // A worker that has another suspect leaves the job alone. An import has a process of its own.
    if (kind !== 'import') expect([await job.lose(false)].flat().filter(Boolean)).toEqual([])
    await job.lose()
    await job.run()
    expect(await job.outcome()).toMatchObject(asRecords(job.left))
    const after = await notice()
    if (job.told) expect(after).toMatch(job.told)
    else expect(after).toBe(before)
    expect(await countSetAside(kind)).toBe(1)
    // It is not taken again.
    await job.lose()
    expect(await job.outcome()).toMatchObject(asRecords(job.left))
  })
})

it('Pushes without a loss wait for no push that was lost', async () => {
  await query().deleteFrom('push_devices').execute()
  await kinds.push.make()
  await kinds.push.lose()
  await query()
    .insertInto('push_jobs')
    .columns(['realm_id', 'user_id', 'device_id', 'conversation', 'due_at', 'pending_since'])
    .expression((from) =>
      from
        .selectFrom('push_jobs')
        .select(['realm_id', 'user_id', 'device_id', sql.lit('fresh').as('conversation')])
        .select([sql<Date>`now() - interval '1 second'`.as('due_at'), 'pending_since'])
        .where('losses', '=', 1),
    )
    .execute()
  const left = await takePushJobs(dated(), { leaseSeconds: 30, most: 1, suspects: false })
  expect(left.map(({ conversation }) => conversation)).toEqual(['fresh'])
})

it('The page for operators has a row for each kind of job', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/operating.md'), 'utf8')
  for (const kind of Object.keys(kinds)) expect(page).toContain(`| ${kind} |`)
})
