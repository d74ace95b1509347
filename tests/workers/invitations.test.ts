import { Browser } from '../support/browser'
import { elementAt } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { invitationOf, linkOf, tryToJoin } from '../support/joining'
import type { Person } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { ownerAt, Worker } from '../support/workers'

const badLink = { code: 'INVALID_LINK' }

describeWithServices('invitations at two workers', () => {
  let stores: TestStores
  let workers: [Worker, Worker]
  let owner: Person

  beforeAll(async () => {
    stores = await createTestStores()
    workers = [await Worker.start(stores), await Worker.start(stores)]
    owner = await ownerAt(workers[0])
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await stores.remove()
  })

  /** Several people at both workers who join at the same moment. */
  const allTogether = (link: string, people: readonly { name: string; email?: string }[]) =>
    Promise.all(
      people.map((person, index) =>
        tryToJoin(new Browser(elementAt(workers, index % 2).url), link, person),
      ),
    )

  it('let one in with a key that is used at both at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const link = await invitationOf(owner, `one${round}@parley.test`)
      const people = ['Ann', 'Ben', 'Cat', 'Dan'].map((name) => ({ name: `${name} ${round}` }))
      const answers = await allTogether(link, people)
      const [first, ...others] = answers.sort((a, b) => a.status - b.status)
      expect(first?.status).toBe(200)
      for (const other of others) expectError(other, 400, badLink)
    }
  })

  it('let in all who use a link at the same moment, each address once', async () => {
    const link = await linkOf(owner)
    const people = ['Eli', 'Fay', 'Gus', 'Hal'].map((name, index) => ({
      ...{ name, email: `${index < 2 ? 'same' : name.toLowerCase()}@parley.test` },
    }))
    const answers = await allTogether(link, people)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({ var_name: 'email' })
  })

  it('are refused once the other worker has revoked them', async () => {
    const link = await linkOf(owner)
    const { invites } = await owner.call('GET /invites')
    const there = owner.at(workers[1].url)
    expectSuccess(await there.delete(`/invites/multiuse/${invites.at(-1)?.id}`))
    for (const response of await allTogether(link, [
      { name: 'Ida', email: 'ida@parley.test' },
      { name: 'Jon', email: 'jon@parley.test' },
    ])) {
      expectError(response, 400, badLink)
    }
  })
})
