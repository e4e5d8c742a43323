import { expect, test } from 'vitest'
import { addressMeant } from './mistyped.ts'

test.each([
  ['mia@gmial.com', 'mia@gmail.com'],
  [' Mia@GAMIL.com ', 'Mia@gmail.com'],
  ['mia@hotmial.com', 'mia@hotmail.com'],
  ['mia@yaho.com', 'mia@yahoo.com'],
  ['mia@gmail.com', null],
  ['mia@gmail.co', null],
  ['mia@studio.example', null],
  ['@gmial.com', null],
  ['mia@b@gmial.com', null],
  ['gmial.com', null],
  ['mia@constructor', null],
  ['', null],
])('%s: %s', (typed, meant) => {
  expect(addressMeant(typed)).toBe(meant)
})
