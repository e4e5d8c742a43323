import { expect, test } from 'vitest'
import { addressMeant, isShortPhone } from './mistyped.ts'

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

test.each([
  ['0171 123', true],
  ['+49 171', true],
  ['030 12345678', false],
  ['Mia 123', false],
  ['mia', false],
  ['', false],
])('a phone number that is too short: %s: %s', (typed, isShort) => {
  expect(isShortPhone(typed)).toBe(isShort)
})
