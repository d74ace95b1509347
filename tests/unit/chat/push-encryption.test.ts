import { encryptPush } from '../../../src/server/chat/rules/pushes/encryption'

// Source: RFC 8291, section 5 and appendix A.
describe('The encryption of pushes', () => {
  it('gives the body of the example in the standard', () => {
    const body = encryptPush(
      'When I grow up, I want to be a watermelon',
      {
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      {
        privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
        salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
        isPadded: false,
      },
    )
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6' +
        'TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qul' +
        'cy4a-fN',
    )
  })

  it('hides lengths, and refuses what does not fit one record', () => {
    const keys = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    expect(encryptPush('a', keys)).toHaveLength(encryptPush('a'.repeat(512), keys).length)
    expect(encryptPush('a'.repeat(3_993), keys)).toHaveLength(4_096)
    expect(() => encryptPush('a'.repeat(3_994), keys)).toThrow('too long')
  })
})
