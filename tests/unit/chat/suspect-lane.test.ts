import { SuspectLane } from '../../../src/server/chat/jobs/suspect-lane'

// Source: docs/operating.md#jobs.
describe('the lane of suspects', () => {
  const suspect = (mayBeSuspect: boolean) => Promise.resolve(mayBeSuspect ? 'suspect' : undefined)
  const isSuspect = (job: string | undefined) => job === 'suspect'

  it('runs a suspect alone, and the next one after it', async () => {
    const lane = new SuspectLane()
    const first = await lane.take(suspect, isSuspect)
    expect(first.taken).toBe('suspect')
    expect((await lane.take(suspect, isSuspect)).taken).toBeUndefined()
    first.leave()
    expect((await lane.take(suspect, isSuspect)).taken).toBe('suspect')
  })

  it('leaves other jobs beside a suspect and beside each other', async () => {
    const lane = new SuspectLane()
    const fresh = () => Promise.resolve('fresh')
    const [one, other] = await Promise.all([
      lane.take(fresh, isSuspect),
      lane.take(fresh, isSuspect),
    ])
    expect([one.taken, other.taken]).toEqual(['fresh', 'fresh'])
    const held = await lane.take(suspect, isSuspect)
    expect(held.taken).toBe('suspect')
    // The end of a job beside the suspect does not free the lane.
    one.leave()
    expect((await lane.take(suspect, isSuspect)).taken).toBeUndefined()
  })

  it('is free after an error of the database', async () => {
    const lane = new SuspectLane()
    await expect(lane.take(() => Promise.reject(new Error('away')), isSuspect)).rejects.toThrow(
      'away',
    )
    expect((await lane.take(suspect, isSuspect)).taken).toBe('suspect')
  })
})
