import { Bystanders } from '../support/bystanders'
import { asBytes, asText } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { factsOf, picture } from '../support/pictures'
import { useTestServer } from '../support/test-server'

describe('pictures of an organization', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  it.each([
    ['icon', {}, 'icon_url', 'realm_icon_url', 'realm_icon_source', 'G', [500, 500]],
    ['logo', { night: false }, 'logo_url', 'realm_logo_url', 'realm_logo_source', 'D', [320, 100]],
    [
      'logo',
      { night: true },
      'logo_url',
      'realm_night_logo_url',
      'realm_night_logo_source',
      'D',
      [320, 100],
    ],
  ])(
    '%s %j is uploaded, shown and taken away',
    async (name, args, answered, urlKey, sourceKey, none, [width, height]) => {
      const path = `/realm/${name}`
      const query = new URLSearchParams(
        Object.entries(args).map(([k, v]): [string, string] => [k, String(v)]),
      )
      let url = ''
      await cast.expectExplained(async () => {
        const bytes = await picture(640, 200)
        const response = await cast.admin.upload(`${path}?${query.toString()}`, bytes, 'p.png')
        url = asText(expectSuccess(response)[answered])
      })
      const state = await cast.bob.register({ fetch_event_types: ['realm'] })
      expect(state).toMatchObject({ [urlKey]: url, [sourceKey]: 'U' })
      const shown = await cast.bob.file(url)
      expect(shown.headers['content-type']).toBe('image/png')
      expect(await factsOf(asBytes(shown.body))).toMatchObject({ format: 'png', width, height })
      const led = await cast.bob.get(path, args)
      expect([led.status, led.headers['location']]).toEqual([302, url])

      await cast.expectExplained(async () => expectSuccess(await cast.admin.delete(path, args)))
      expect(await cast.bob.register({ fetch_event_types: ['realm'] })).toMatchObject({
        [sourceKey]: none,
      })
      expect((await cast.bob.file(url)).status).toBe(404)
    },
  )

  it('read fields of the form beside the file', async () => {
    const bytes = await picture(64, 20)
    const upload = (fields: Record<string, string>) =>
      cast.admin.upload('/realm/logo', bytes, 'p.png', 'image/png', fields)
    expect(expectSuccess(await upload({ night: 'true' }))['logo_url']).toMatch(/night_logo/)
    expectError(await upload({ night: 'perhaps' }), 400, {
      msg: 'Argument "night" is not valid JSON.',
    })
    expectError(await upload({ night: 'x'.repeat(2_000_000) }), 413)
    expect(expectSuccess(await upload({ color: 'red' }))).toMatchObject({
      ignored_parameters_unsupported: ['color'],
    })
  })

  it('are refused as drawings, as other files and above the size limit', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const path of ['/realm/icon', '/realm/logo']) {
      for (const bytes of [svg, Buffer.from('GIF89a no picture')]) {
        expectError(await cast.admin.upload(path, bytes, 'p.png'), 400, { code: 'BAD_IMAGE' })
      }
      const large = Buffer.alloc(5 * 1024 * 1024 + 1)
      expectError(await cast.admin.upload(path, large, 'p.png'), 413)
    }
  })

  it('are changed by administrators', async () => {
    const msg = 'Must be an organization administrator'
    const bytes = await picture()
    expectError(await cast.bob.upload('/realm/icon', bytes, 'p.png'), 400, { msg })
    expectError(await cast.bob.delete('/realm/logo'), 400, { msg })
  })
})
