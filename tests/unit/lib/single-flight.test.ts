import { singleFlight } from '../../../src/server/lib/single-flight'

describe('singleFlight', () => {
  const begun: { key: string; end: (error?: Error) => void }[] = []
  const run = singleFlight(
    (key: string) =>
      new Promise<void>((resolve, reject) => {
        begun.push({ key, end: (error) => (error ? reject(error) : resolve()) })
      }),
  )
  const end = (error?: Error) => begun.shift()?.end(error)
  beforeEach(() => begun.splice(0))

  it('shares one more run among the calls made during a run', async () => {
    const first = run('a')
    const [second, third, other] = [run('a'), run('a'), run('b')]
    expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
    end()
    end()
    await Promise.all([first, other])
    expect(begun).toHaveLength(1)
    end()
    await Promise.all([second, third])
    expect(begun).toHaveLength(0)
    const fourth = run('a')
    expect(begun).toHaveLength(1)
    end()
    await fourth
  })

  it('fails only the calls that shared the failed run', async () => {
    const first = run('a')
    const second = run('a')
    end(new Error('away'))
    await expect(first).rejects.toThrow('away')
    expect(begun).toHaveLength(1)
    const third = run('a')
    end()
    await second
    end()
    await third
  })
})
