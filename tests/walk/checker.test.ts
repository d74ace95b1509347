import { partOf } from '../support/stand-ins'
import { History } from './invariants/history'
import type { Played } from './invariants/judge'
import type { Look } from './page/look'
import { planOf } from './plan'
import { shrink } from './shrink'

const look = (hash: string, ...dialogs: string[]): Look =>
  partOf<Look>({ hash, dialogs, popovers: 0 })

const played = (before: Look, after: Look, goesBack = false): Played =>
  partOf<Played>({ done: { words: 'does something', goesBack }, before, after })

describe('the checker of a walk', () => {
  it('makes the same plan of a seed, whose beginning does not depend on its length', () => {
    expect(planOf(7, 40).slice(0, 25)).toEqual(planOf(7, 25))
    expect(planOf(8, 25)).not.toEqual(planOf(7, 25))
  })

  it('finds a dialog that Back leaves open, however often it looks', async () => {
    const history = new History()
    await history.judge(played(look('#a'), look('#a', 'picture')))
    const back = played(look('#a', 'picture'), look('#inbox', 'picture'), true)
    const found = ['Back did not close: the dialog "picture" was opened last']
    expect(await history.judge(back)).toEqual(found)
    expect(await history.judge(back)).toEqual(found)
  })

  it('takes a Back to the place before for no fault', async () => {
    const history = new History()
    await history.judge(played(look('#inbox'), look('#a')))
    expect(await history.judge(played(look('#a'), look('#inbox'), true))).toEqual([])
  })

  it('shortens steps to those that fail together', async () => {
    const plan = planOf(7, 60)
    const [one, other] = [plan[11], plan[48]]
    const fails = async (steps: ReturnType<typeof planOf>) => {
      const end = other ? steps.indexOf(other) : -1
      return one && end >= 0 && steps.includes(one) ? steps.slice(0, end + 1) : undefined
    }
    const shortest = await shrink(plan.slice(0, 49), async (steps) => fails([...steps]), 100)
    expect(shortest).toEqual([one, other])
  })
})
