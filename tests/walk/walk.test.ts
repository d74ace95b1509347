import { existsSync } from 'node:fs'
import { chromiumProgram } from '../browser/support/browser'
import { howToRepeat, randomOf } from '../support/sample'
import { describeWith } from '../support/services'
import { planOf } from './plan'
import { describeFailure } from './report'
import { runWalk } from './run'
import { openScene } from './scene'
import type { Scene } from './scene'
import { windowOf } from './walk'

/** Short walks: one that is always the same, and one that the commit chooses. `npm run test:walk` takes long ones. */
const walks = [
  { seed: 3, width: 1440 },
  { seed: randomOf('walk').between(1, 1_000_000), width: 390 },
] as const
const steps = 25
const thoroughEvery = 8

const browser = existsSync(chromiumProgram) ? chromiumProgram : undefined

describeWith({ name: 'Chromium', url: browser }, `A walk of the web app (${howToRepeat})`, () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene('default')
  })
  afterAll(() => scene.close())

  it.each(walks)('keeps its promises, seed $seed at $width px', async ({ seed, width }) => {
    const options = { window: windowOf(width), thoroughEvery }
    const { failures, played } = await runWalk(scene, planOf(seed, steps), options)
    const reports = failures.map((failure) => describeFailure({ seed, steps, width, failure }))
    expect(reports.join('\n\n')).toBe('')
    // A walk whose steps find nothing to act on finds nothing.
    expect(played).toBeGreaterThan(steps / 3)
  })
})
