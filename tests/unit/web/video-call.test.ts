import { newCallAddress } from '../../../src/web/data/send/video-call'

describe('A new call', () => {
  const settings = {
    realm_video_chat_provider: 1,
    realm_jitsi_server_url: null,
    server_jitsi_server_url: 'https://meet.acme.test/',
  } as const

  it('has a name that cannot be guessed, on the server of the organization or the default one', () => {
    const pattern = /^https:\/\/meet\.acme\.test\/[0-9a-f]{32}$/
    expect(newCallAddress(settings)).toMatch(pattern)
    expect(newCallAddress(settings)).not.toBe(newCallAddress(settings))
    const own = { ...settings, realm_jitsi_server_url: 'https://calls.acme.test' }
    expect(newCallAddress(own)).toMatch(/^https:\/\/calls\.acme\.test\//)
  })

  it('needs a provider and a server', () => {
    expect(newCallAddress({ ...settings, realm_video_chat_provider: 0 })).toBeUndefined()
    expect(newCallAddress({ ...settings, server_jitsi_server_url: null })).toBeUndefined()
  })
})
