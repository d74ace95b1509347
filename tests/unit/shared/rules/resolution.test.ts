import { resolutionOf, toggledTopic, withWholeName } from '../../../../src/shared/rules/topics'

const long = 'x'.repeat(60)

describe('a change of a topic', () => {
  it.each([
    ['deploy', '✔ deploy', 'resolved'],
    ['✔ deploy', 'deploy', 'unresolved'],
    ['✔ ✔ deploy', 'deploy', 'unresolved'],
    [long, `✔ ${long}`, 'resolved'],
    [`✔ ${long}`, long, 'unresolved'],
  ])('The change from %s to %s counts as %s', (before, after, resolution) => {
    expect(resolutionOf(before, after)).toBe(resolution)
  })

  it.each([
    ['deploy', 'deployment'],
    ['✔ deploy', '✔ deployment'],
    ['deployment', '✔ deploy'],
    ['✔ deployment', 'deploy'],
    ['✔ deploy', 'deployment'],
    ['deploy', '✔ lunch'],
    ['✔', 'deploy'],
  ])('The change from %s to %s is more than a resolution', (before, after) => {
    expect(resolutionOf(before, after)).toBeUndefined()
  })

  it.each(['deploy', long, '😀'.repeat(60)])('resolves %s and gives its name back', (topic) => {
    expect(toggledTopic(toggledTopic(topic))).toBe(topic)
  })

  it.each([
    ['as far as the prefix needs', long, long.slice(2)],
    ['by one character', long.slice(1), long.slice(2)],
    ['with an ellipsis', long, `${long.slice(3)}…`],
    ['with dots', long, `${long.slice(5)}...`],
    ['at a blank', `${'x'.repeat(57)} yz`, 'x'.repeat(57)],
    ['between pictures', '😀'.repeat(60), '😀'.repeat(58)],
  ])('keeps the whole name if a client cuts it %s', (_how, before, cut) => {
    expect(withWholeName(before, `✔ ${cut}`)).toBe(`✔ ${before}`)
  })

  it.each([
    [long, `✔ ${long.slice(10)}`],
    [long, long.slice(2)],
    ['deploy', '✔ dep'],
    [`✔ ${long}`, `✔ ${long.slice(2)}`],
  ])('The change from %s to %s is kept as it is', (before, after) => {
    expect(withWholeName(before, after)).toBe(after)
  })
})
