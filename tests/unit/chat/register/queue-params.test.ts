import { lifespanParam, queueParams } from '../../../../src/server/api/params/queue-params'

describe('the arguments of a queue', () => {
  const lifespan = (raw: string) => lifespanParam().decode(raw, 'queue_lifespan_secs')

  it('accepts a lifespan in seconds or as a word, quoted or not, up to a week', () => {
    expect(lifespan('300')).toBe(300)
    expect(lifespan('"300"')).toBe(300)
    expect(lifespan('mobile')).toBe(604_800)
    expect(lifespan('"mobile"')).toBe(604_800)
    expect(lifespan('9'.repeat(400))).toBe(604_800)
  })

  it.each(['', '-1', '1.5', 'soon', '1e3', '[300]', 'null'])('refuses the lifespan %j', (raw) => {
    expect(() => lifespan(raw)).toThrow(`Bad value for 'queue_lifespan_secs': ${raw}`)
  })

  it('treats "partial" subscribers as all of them', () => {
    const decode = (raw: string) =>
      queueParams.include_subscribers.decode(raw, 'include_subscribers')
    expect(['true', 'FALSE', 'partial', '"partial"'].map(decode)).toEqual([true, false, true, true])
    expect(() => decode('some')).toThrow('Argument "include_subscribers" is not valid JSON.')
    expect(() => decode('1')).toThrow('include_subscribers is not a boolean')
  })
})
