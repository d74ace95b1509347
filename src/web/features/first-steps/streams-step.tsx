import { isSameName } from '../../../shared/rules/letter-case'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { TextField } from '../../ui/form/fields'
import { FieldRefusal, Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import styles from './first-steps.module.css'

/** Setup step: creates streams. */
export function StreamsStep() {
  const { store } = useApp()
  const form = useForm('first-steps/stream', { name: '' })
  const streams = store.read('streams')

  async function create(name: string): Promise<void> {
    const isSame = (other: { name: string }) => isSameName(other.name, name)
    // The call would subscribe to an existing stream of this name.
    if (store.state.streams.some(isSame)) throw new FieldRefusal('name', t.newStream.isTaken)
    await call('POST /users/me/subscriptions', { subscriptions: [{ name }], announce: true })
  }

  return (
    <>
      <p>{t.firstSteps.streamsHint}</p>
      <p>{t.firstSteps.there}</p>
      <ul role="list" class={styles['streams']}>
        {streams.map(({ stream_id: id, name }) => (
          <li key={id}>
            <bdi>#{name}</bdi>
          </li>
        ))}
      </ul>
      <Form
        form={form}
        label={t.firstSteps.streams}
        submit={t.firstSteps.create}
        fieldOf={() => 'name'}
        onSubmit={async ({ name }) => create(name.trim())}
      >
        <TextField name="name" label={t.firstSteps.stream} />
      </Form>
      <a href="#streams/new">{t.firstSteps.moreStreams}</a>
    </>
  )
}
