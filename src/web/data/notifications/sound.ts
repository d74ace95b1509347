/** Two soft tones, the second higher. `pitch` is in hertz, `from` in seconds. */
const tones = [
  { pitch: 587.33, from: 0 },
  { pitch: 880, from: 0.12 },
]
const lasts = 0.45
const loudness = 0.12

/** Creates the notification sound; browsers block it until the reader has interacted with the page. */
export function createSound(): () => void {
  let context: AudioContext | undefined

  return () => {
    if (!navigator.userActivation?.hasBeenActive) return
    context ??= new AudioContext()
    void context.resume()
    for (const { pitch, from } of tones) playTone(context, pitch, context.currentTime + from)
  }
}

function playTone(context: AudioContext, pitch: number, from: number): void {
  const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(loudness, from + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0001, from + lasts)
  tone.connect(volume).connect(context.destination)
  tone.start(from)
  tone.stop(from + lasts)
}
