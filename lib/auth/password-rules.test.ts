import { describe, expect, it } from 'vitest'
import { checkPassword } from './password-rules'

describe('a new password', () => {
  it.each([
    'purple kettle sings',
    'vingt-deux tortues',
    'кошка на крыше дома',
    '木漏れ日の中を静かに歩く猫たちがいる',
    'xk7 2vq 9mz 4ht 1bw',
    '849 361 507 294 618',
    '🦊🐢🦉🐝🦋🐙🦔🐳🦜🐌🦀🐞🦂🐧🐼',
  ])('may be anything long enough: %s', (password) => expect(checkPassword(password)).toBeNull())

  it('needs 15 characters, or 12 with a second factor; an emoji is one', () => {
    expect(checkPassword('fourteen signs')).toBe('password_short')
    expect(checkPassword('fourteen sigñs'.normalize('NFD'))).toBe('password_short')
    expect(checkPassword('kettle singer'.slice(0, 12), { secondFactor: true })).toBeNull()
    expect(checkPassword('kettle sing', { secondFactor: true })).toBe('password_short')
    expect(checkPassword('🦊🐢🦉🐝🦋🐙🦔🐳🦜🐌🦀🐞🦂')).toBe('password_short')
  })

  it('has at most 128 characters', () => {
    const long = Array.from({ length: 40 }, (_, n) => `w${n * 7919}`).join(' ')
    expect(checkPassword(long.slice(0, 128))).toBeNull()
    expect(checkPassword(long.slice(0, 129))).toBe('password_long')
  })

  it.each([
    'password password',
    'P@ssw0rd-P@ssw0rd',
    'pa$$word-p455word',
    'l3tm3in-s3cr3t-1',
    'adm!n-w|llkommen',
    'contraseña-contraseña',
    'correct horse battery staple',
    'aaaaaaaaaaaaaaaa',
    '1234567890123456',
    '2026-11-21 20:15',
    '21.11.1984 2026',
    '!@#$%^&*()!@#$%^&*()',
    'abcdefghijklmnopq',
    'qwertyuiopasdfghjkl',
    'abcabcabcabcabcabc',
    'Welcome2026Welcome!',
    'motdepasse-2026-bienvenue',
    'accord-verification-1',
  ])('must not be commonly guessed: %s', (password) =>
    expect(checkPassword(password)).toBe('password_common'),
  )

  it('must not consist of the person’s own name and address', () => {
    const own = ['Marta Keller', 'm.keller@example.com']
    expect(checkPassword('marta.keller.2026', { own })).toBe('password_common')
    expect(checkPassword('marta.keller.2026')).toBeNull()
  })
})
