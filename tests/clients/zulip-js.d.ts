/** The types from the package's README; it has none of its own. */
declare module 'zulip-js' {
  type Fields = Record<string, unknown>
  type Call = (params?: Fields) => Promise<Fields>

  interface Zulip {
    config: { apiKey: string; apiURL: string }
    callEndpoint(path: string, method?: string, params?: Fields): Promise<Fields>
    callOnEachEvent(callback: (event: Fields) => void, eventTypes?: string[]): Promise<never>
    accounts: { retrieve: Call }
    emojis: { retrieve: Call }
    events: { retrieve: Call }
    filters: { retrieve: Call }
    messages: {
      retrieve: Call
      send: Call
      render(content: string | Fields): Promise<Fields>
      update: Call
      flags: { add: Call; remove: Call }
      getById: Call
      getHistoryById: Call
      deleteReactionById: Call
      deleteById: Call
    }
    queues: { register: Call; deregister: Call }
    reactions: { add: Call; remove: Call }
    server: { settings: Call }
    streams: {
      retrieve: Call
      getStreamId(stream: string | Fields): Promise<Fields>
      subscriptions: { retrieve: Call }
      topics: { retrieve: Call }
      deleteById: Call
    }
    typing: { send: Call }
    users: {
      retrieve: Call
      create: Call
      me: {
        pointer: { retrieve: Call; update(id: number): Promise<Fields> }
        getProfile: Call
        subscriptions: { add: Call; remove: Call }
        alertWords: { retrieve: Call }
      }
    }
  }

  interface Config {
    username: string
    /** An alternative to the key, which the package exchanges for it. */
    apiKey?: string
    password?: string
    realm: string
  }

  function init(config: Config | { zuliprc: string }): Promise<Zulip>
  export = init
}
