import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Setup } from './setup'
import { isNew, isPending, markSeen } from './steps'
import styles from './first-steps.module.css'

/** Onboarding at the top of the inbox: setup of the organization for its owner, a tour for other new users. */
export function FirstSteps() {
  const { store } = useApp()
  if (store.read('is_owner') && isPending(store, 'parley_setup') && isNew(store)) return <Setup />
  return isPending(store, 'parley_tour') ? <TourOffer /> : null
}

function TourOffer() {
  const { store, overlays, toasts } = useApp()

  async function decline(): Promise<void> {
    try {
      await markSeen('parley_tour')
    } catch (error) {
      toasts.fail(t.firstSteps.notSaved, error)
    }
  }

  return (
    <section class={`${styles['card']} ${styles['offer']}`} aria-labelledby="tour-offer">
      <div>
        <h2 id="tour-offer">{t.firstSteps.welcome(store.read('realm_name'))}</h2>
        <p>{t.firstSteps.offer}</p>
      </div>
      <div class={styles['buttons']}>
        <button class="button" onClick={() => void decline()}>
          {t.firstSteps.noTour}
        </button>
        <button class="button primary" onClick={() => overlays.show({ kind: 'tour' })}>
          {t.firstSteps.showAround}
        </button>
      </div>
    </section>
  )
}
