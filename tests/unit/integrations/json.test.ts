import { deliver, fixture, refusalOf } from './deliver'

describe('json', () => {
  it('shows the payload as it is, in a fence it cannot leave', () => {
    const sent = fixture('json/sensor')
    const message = deliver('json', sent)
    expect(message?.topic).toBe('JSON')
    const [, shown = ''] = /^```json\n([\s\S]*)\n```$/.exec(message?.content ?? '') ?? []
    expect(JSON.parse(shown)).toEqual(JSON.parse(sent))
    expect(shown.split('\n')).not.toContain('```')
  })

  it('cuts a payload that is too long for a message, and closes the fence', () => {
    const content = deliver('json', JSON.stringify({ log: 'ü'.repeat(20_000) }))?.content ?? ''
    expect(content).toMatch(/ü\n```\n\[message truncated\]$/)
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(10_000)
  })

  it('accepts only objects', () => {
    expect(refusalOf(() => deliver('json', '[1]'))['msg']).toBe('payload is not a dict')
  })
})
