import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { focusWish } from '../../lib/keyboard/focus-wish'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { IconStep } from './icon-step'
import { PeopleStep } from './people-step'
import type { StepProps } from './step-props'
import { isDone, isSkipped, markSeen, setupParts } from './steps'
import type { HintName, SetupPart } from './steps'
import { StreamsStep } from './streams-step'
import { NameStep, YouStep } from './text-steps'
import styles from './first-steps.module.css'

const components: Readonly<Record<SetupPart, ComponentType<StepProps>>> = {
  you: YouStep,
  name: NameStep,
  icon: IconStep,
  people: PeopleStep,
  streams: StreamsStep,
}

/** Key under which this browser stores whether setup is folded. */
const fold = 'first-steps'

/**
 * Setup of a new organization for its owner. The server stores finished and skipped steps, so that the owner can
 * continue later on any device.
 */
export function Setup() {
  const { store, folds, toasts } = useApp()
  const list = useRef<HTMLOListElement>(null)
  const done = setupParts.filter((part) => isDone(store, part))
  const skipped = setupParts.filter((part) => isSkipped(store, part))
  const next = setupParts.find((part) => !done.includes(part) && !skipped.includes(part))
  /** The step opened by hand, or 'none'; undefined opens the next step. */
  const chosen = useSignal<SetupPart | 'none' | undefined>(undefined)
  const open = chosen.value ?? next
  const goesOn = useRef<(() => boolean) | undefined>(undefined)
  const isFolded = folds.isOpen(fold) === false

  // After a finished step, keyboard focus moves to the next step.
  useLayoutEffect(() => {
    if (goesOn.current?.() !== true) return
    goesOn.current = undefined
    const selector = open === undefined ? 'button' : '[aria-expanded=true]'
    list.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [open])

  async function mark(hint: HintName): Promise<void> {
    try {
      await markSeen(hint)
    } catch (error) {
      toasts.fail(t.firstSteps.notSaved, error)
    }
  }

  async function finish(part: SetupPart, state: 'setup' | 'skipped', staysOpen: boolean) {
    // If the user opened another step during the save, stay there.
    if (staysOpen) chosen.value = part
    else if (chosen.peek() === undefined || chosen.peek() === part) {
      goesOn.current = focusWish()
      chosen.value = undefined
    }
    await mark(`parley_${state}_${part}`)
  }

  const progress = t.firstSteps.progress(done.length, setupParts.length, skipped.length)
  const title = t.firstSteps.title(store.read('realm_name'))
  if (isFolded) {
    return (
      <section class={`${styles['card']} ${styles['offer']}`} aria-labelledby="first-steps">
        <div>
          <h2 id="first-steps">{title}</h2>
          <p>{progress}</p>
        </div>
        <div class={styles['buttons']}>
          <button class="button" onClick={() => void mark('parley_setup')}>
            {t.firstSteps.finish}
          </button>
          <button class="button primary" onClick={() => folds.set(fold, true)}>
            {t.firstSteps.goOn}
          </button>
        </div>
      </section>
    )
  }
  return (
    <section class={styles['card']} aria-labelledby="first-steps">
      <div class={styles['head']}>
        <h2 id="first-steps">{title}</h2>
        <span role="status" class={styles['progress']}>
          {progress}
        </span>
      </div>
      <p>{next === undefined ? t.firstSteps.end : t.firstSteps.lead}</p>
      <ol ref={list} role="list" class={styles['steps']}>
        {setupParts.map((part) => {
          const Step = components[part]
          const isOpen = part === open
          const isPartDone = done.includes(part)
          const isPartSkipped = skipped.includes(part)
          return (
            <li key={part} class={isPartDone ? styles['done'] : ''}>
              <h3>
                <button
                  class={styles['step']}
                  aria-expanded={isOpen}
                  onClick={() => (chosen.value = isOpen ? 'none' : part)}
                >
                  <span class={styles['mark']}>
                    {isPartDone && <Icon name="check" />}
                    {isPartSkipped && <Icon name="minus" />}
                  </span>
                  {t.firstSteps[part]}
                  {isPartDone && <span class="visually-hidden"> ({t.firstSteps.isDone})</span>}
                  {isPartSkipped && <span class={styles['skipped']}>{t.firstSteps.isSkipped}</span>}
                  <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
                </button>
              </h3>
              {isOpen && (
                // Focusing a step keeps it open after it is done, for further input.
                <div class={styles['body']} onFocusIn={() => (chosen.value = part)}>
                  <Step onDone={async (staysOpen = false) => finish(part, 'setup', staysOpen)} />
                  {!isPartDone && !isPartSkipped && (
                    <button
                      class={styles['skip']}
                      onClick={() => void finish(part, 'skipped', false)}
                    >
                      {t.firstSteps.skip}
                    </button>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <div class={styles['buttons']}>
        {next === undefined ? (
          <button class="button primary" onClick={() => void mark('parley_setup')}>
            {t.firstSteps.finish}
          </button>
        ) : (
          <button class="button" onClick={() => folds.set(fold, false)}>
            {t.firstSteps.later}
          </button>
        )}
      </div>
    </section>
  )
}
