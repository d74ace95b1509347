import { anyValue, mapOf, shapedLike } from '../support/checked'
import { fixture } from '../unit/integrations/deliver'
import { eventHeaders } from '../fuzz/webhook-readers'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import type { Person } from '../support/person'
import { ownerAt, Worker } from '../support/workers'

const comment = shapedLike(JSON.parse(fixture('github/issue_comment-created')), {
  comment: mapOf(anyValue),
})
const commentOf = (body: string) => ({ ...comment, comment: { ...comment.comment, body } })
const alert = { status: 'firing', labels: { alertname: 'a' } }

/** Payloads, most of which once held a worker up for seconds. */
const payloads: [integration: string, payload: unknown][] = [
  ['github', commentOf('~'.repeat(60_000))],
  ['github', commentOf(`\`\`\`${' '.repeat(60_000)}a b`)],
  ['slack_incoming', { text: '~'.repeat(200_000) }],
  ['alertmanager', { alerts: Array(25_000).fill(alert) }],
  ['json', JSON.parse(`{"a":${'['.repeat(50)}${'1,'.repeat(90_000)}1${']'.repeat(50)}}`)],
  ['json', JSON.parse(`{"a":[${'[1],'.repeat(200_000)}1]}`)],
]

/** Texts that took a render longest of all that the search for slow inputs tried. */
const texts = [':\n* ', '(<[', '![[{', '#**a [', '$$x$$', '> * ', '|a']

describeWithServices('a worker', () => {
  let stores: TestStores
  let worker: Worker
  let owner: Person
  beforeAll(async () => {
    stores = await createTestStores()
    worker = await Worker.start(stores)
    owner = await ownerAt(worker)
  })
  afterAll(async () => {
    await worker.kill()
    await stores.remove()
  })

  const figure = (metrics: string, name: RegExp) =>
    Number(new RegExp(`^${name.source} ([\\d.]+)$`, 'm').exec(metrics)?.[1])
  const metricsNow = async () => (await fetch(`${worker.url}/metrics`)).text()
  const cpuSeconds = async () => figure(await metricsNow(), /process_cpu_seconds_total/)

  it('answers other callers during slow inputs', async () => {
    const before = await cpuSeconds()
    const answered = payloads.map(async ([integration, payload]) => {
      const url = `${worker.url}/api/v1/external/${integration}?api_key=${owner.apiKey}`
      const response = await fetch(url, {
        method: 'POST',
        headers: eventHeaders('github/issue_comment-created', payload),
        body: JSON.stringify(payload),
      })
      return response.status
    })
    const sent = texts.map(async (unit) => {
      const content = unit.repeat(10_000 / unit.length)
      return (await owner.post('/messages', { type: 'private', to: [owner.id], content })).status
    })
    const health = payloads.map(async () => (await fetch(`${worker.url}/health`)).status)

    expect(await Promise.all(health)).toEqual(payloads.map(() => 200))
    expect(await Promise.all(answered)).toEqual([200, 200, 200, 200, 200, 400])
    for (const status of await Promise.all(sent)) expect([200, 400]).toContain(status)

    // Some of these took three minutes. CPU time does not depend on other work of the machine.
    expect((await cpuSeconds()) - before).toBeLessThan(30)
    const metrics = await metricsNow()
    expect(figure(metrics, /parley_thread_renders_total\S*outcome="done"\S*/)).toBeGreaterThan(0)
  })

  it('ends with its threads', async () => {
    expect(await worker.stop()).toBe(0)
  })
})
