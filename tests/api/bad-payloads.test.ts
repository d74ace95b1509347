import { integrations } from '../../src/server/api/integrations'
import { receiveWebhookEndpoint } from '../../src/server/api/webhooks'
import type { SampleCall } from '../support/sample-calls'
import { sampled, sampleOf } from '../support/sample'
import { Trial } from '../support/trial'
import { useTestServer } from '../support/test-server'

/**
 * A run posts this share of the payloads to each integration. `TEST_SEED=… npx jest bad-payloads` repeats those of a
 * run, with the seed that its titles name; with TEST_ALL=1 all are posted.
 */
const share = 1 / 4

const levels = 100_000

/** Payloads that no system sends, or only in part. */
const badPayloads: Readonly<Record<string, string | Buffer>> = {
  nothing: '',
  blanks: ' \n ',
  words: 'not JSON',
  'half an object': '{"text":"a"',
  'a form': 'text=a&title=b',
  'bytes that are no UTF-8': Buffer.from('{"text":"\xff"}', 'latin1'),
  'a byte order mark alone': '\ufeff',
  'too deep a list': '['.repeat(levels) + ']'.repeat(levels),
  'too deep an object': `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  'a NUL': String.raw`{"text":"a\u0000b"}`,
  'a NUL in a key': String.raw`{"a\u0000b":"text"}`,
  'half a character': String.raw`{"text":"\ud800"}`,
  'half a character in a key': String.raw`{"\udfff":"text"}`,
}

/** JSON that is none of a payload's business; the integration that shows any JSON shows it. */
const strangePayloads: Readonly<Record<string, string>> = {
  null: 'null',
  'a number': '5',
  'a number beyond all': '1e400',
  'a text': '"text"',
  'a flag': 'true',
  'an empty list': '[]',
  'an empty object': '{}',
  '1,000,000 items': `[${'1,'.repeat(999_999)}1]`,
  'a prototype': '{"__proto__":{"text":"a","alerts":[]},"constructor":{"prototype":{"a":1}}}',
}

describe(sampled('payloads that make no sense'), () => {
  const server = useTestServer()

  it.each(integrations.map(({ name }) => [name]))(
    '%s refuses payloads that make no sense and sends nothing',
    async (name) => {
      const trial = await Trial.begin(server, receiveWebhookEndpoint)
      // The owner of the bot is told that this is no JSON, and not again for a minute.
      await post(trial.call, name, 'not JSON')
      await trial.forgive()

      for (const [what, payload] of sampleOf(Object.entries(badPayloads), { share, name })) {
        await trial.attempt(what, false, (call) => post(call, name, payload))
      }
      for (const [what, payload] of sampleOf(Object.entries(strangePayloads), { share, name })) {
        await trial.attempt(what, name === 'json', (call) => post(call, name, payload))
      }
      expect(trial.faults).toEqual([])
    },
  )

  const post = ({ args }: SampleCall, integration: string, payload: string | Buffer) =>
    server
      .call('post', `/external/${integration}`)
      .query({ api_key: args['api_key'], stream: args['stream'] })
      .set({ 'X-GitHub-Event': 'push', 'X-Gitlab-Event': 'Push Hook' })
      .type('json')
      .serialize((body: unknown) => body as string)
      .send(Buffer.from(payload))
})
