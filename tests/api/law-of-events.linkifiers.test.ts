import { Bystanders } from '../support/bystanders'
import { asNumber } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

describe('events about linkifiers', () => {
  const server = useTestServer()

  it('explain new, changed, reordered and removed ones', async () => {
    const cast = await Bystanders.gather(server)
    const ids: number[] = []
    const url_template = 'https://tracker.test/{id}'
    for (const pattern of ['#(?P<id>[0-9]+)', 'T(?P<id>[0-9]+)']) {
      await cast.expectExplained(async () => {
        const added = await cast.admin.post('/realm/filters', { pattern, url_template })
        ids.push(asNumber(expectSuccess(added)['id']))
      })
    }
    const path = `/realm/filters/${ids[0]}`
    const changed = { pattern: '#(?P<id>[a-z]+)', url_template }
    await cast.expectExplained(async () => expectSuccess(await cast.admin.patch(path, changed)))
    const order = { ordered_linkifier_ids: [...ids].reverse() }
    await cast.expectExplained(async () =>
      expectSuccess(await cast.admin.patch('/realm/linkifiers', order)),
    )
    await cast.expectExplained(async () => expectSuccess(await cast.admin.delete(path)))
  })
})
