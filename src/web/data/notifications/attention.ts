import { effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { localStore } from '../storage/browser-storage'

/** The conversation in view, shared by all tabs of the browser. */
export interface Attention {
  /** Whether the focused tab, this one or another, shows the conversation. */
  isOn(conversationKey: string): boolean
}

const rememberedAs = 'parley-in-view'

/** @param key key of the conversation in this tab */
export function createAttention(key: ReadonlySignal<string>, ended: AbortSignal): Attention {
  const remember = () => {
    if (document.hasFocus()) localStore.setItem(rememberedAs, key.peek())
  }
  const forget = () => localStore.removeItem(rememberedAs)

  const stop = effect(() => {
    void key.value
    remember()
  })
  addEventListener('focus', remember, { signal: ended })
  addEventListener('blur', forget, { signal: ended })
  addEventListener('pagehide', forget, { signal: ended })
  ended.addEventListener('abort', () => {
    stop()
    forget()
  })

  return {
    isOn: (conversationKey) => localStore.getItem(rememberedAs) === conversationKey,
  }
}
