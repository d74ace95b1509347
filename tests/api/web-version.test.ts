import { createWebApp } from '../../src/server/http/web/web-app'
import { followWebVersion } from '../../src/server/chat/notify/web-version'
import { makeOwnFolder } from '../support/own-folder'
import { useOwnServer } from '../support/own-server'
import { makeWebBuild } from '../support/web-build'

describe('the version of the web app', () => {
  const server = useOwnServer()

  it('is told to open pages when another one is served', async () => {
    const folder = await makeOwnFolder('web-app')
    const { ctx } = server
    await makeWebBuild(folder, '0123456789abcdef')
    const web = createWebApp(folder)
    const follow = () => followWebVersion({ ...ctx, web }, undefined)
    await follow()

    const ada = await server.user('ada')
    const page = await ada.register({ client: 'website' })
    await makeWebBuild(folder, 'fedcba9876543210')
    await follow()
    expect(await ada.eventsUntilNow(page)).toEqual([])

    web.reread()
    await follow()
    await follow()
    expect(await ada.eventsUntilNow(page)).toEqual([
      {
        id: expect.any(Number),
        type: 'web_reload_client',
        immediate: false,
        version: 'fedcba9876543210',
      },
    ])
    expect(web.servedVersion).toBe('fedcba9876543210')
  })
})
