import { ConfigError, readConfig } from '../../src/server/config/config'

describe('readConfig', () => {
  it('treats an empty variable as unset', () => {
    const config = readConfig({ DATABASE_URL: '', REDIS_URL: ' ', PORT: '' })
    expect(config).toMatchObject({ databaseUrl: undefined, redisUrl: undefined, port: 9991 })
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'not an address'],
    ['RATE_LIMIT', 'none'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['PARLEY_OWNER_API_KEY', 'short'],
    ['PARLEY_OWNER_EMAIL', 'nobody'],
    ['EVENT_SHARDS', '0'],
    ['OUTGOING_WEBHOOKS_ALLOW_PRIVATE', 'bot.lan,,10.0.0.1'],
    ['OUTGOING_WEBHOOKS_ALLOW_PRIVATE', '10.0.0.0/33'],
    ['OUTGOING_WEBHOOKS_ALLOW_PRIVATE', 'bot.lan/8'],
    ['MAX_FILE_UPLOAD_MIB', '0'],
    ['UPLOADS_S3_BUCKET', 'without-keys'],
  ])('refuses %s=%s with a sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('keeps addresses, which may hold a password, out of its errors', () => {
    const url = 'mysql://user:secret@host/db'
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining('secret'),
      }),
    )
  })

  it('keeps uploads beside the data by default', () => {
    const s3 = {
      UPLOADS_S3_BUCKET: 'files',
      UPLOADS_S3_ACCESS_KEY_ID: 'id',
      UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(readConfig({ DATA_DIR: '/data' }).uploadsDir).toBe('/data/uploads')
    expect(readConfig({ UPLOADS_DIR: '/shared' }).uploadsDir).toBe('/shared')
    expect(readConfig({}).uploadsS3).toBeUndefined()
    expect(readConfig(s3).uploadsS3).toMatchObject({ bucket: 'files', region: 'us-east-1' })
    const wrong = { ...s3, UPLOADS_S3_ENDPOINT: 'nowhere' }
    expect(() => readConfig(wrong)).toThrow('UPLOADS_S3_ENDPOINT')
  })

  it('turns limits off', () => {
    expect(readConfig({ RATE_LIMIT: 'off' }).rateLimit).toBeNull()
    expect(readConfig({ RATE_LIMIT: '60' }).rateLimit).toBe(60)
  })

  it('accepts several addresses for a Redis Cluster', () => {
    const readUrl = (url: string) =>
      readConfig({ DATABASE_URL: 'postgres://h/d', REDIS_URL: url }).redisUrl
    expect(readUrl('redis://a:1, redis://b:2')).toBe('redis://a:1,redis://b:2')
    for (const url of ['redis://a:1,', 'redis://a:1,b:2', ',redis://a:1']) {
      expect(() => readUrl(url)).toThrow('REDIS_URL')
    }
  })

  it('accepts private hosts and networks, all of them or none', () => {
    const read = (text: string) =>
      readConfig({ OUTGOING_WEBHOOKS_ALLOW_PRIVATE: text }).outgoingWebhooksAllowPrivate
    expect(read('')).toEqual([])
    expect(read('true')).toBe('all')
    expect(read('bot.lan, 10.1.0.0/16,::1')).toEqual(['bot.lan', '10.1.0.0/16', '::1'])
  })

  it('refuses Redis without PostgreSQL', () => {
    expect(() => readConfig({ REDIS_URL: 'redis://h' })).toThrow('DATABASE_URL')
  })
})
