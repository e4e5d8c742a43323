import { expect, test } from 'vitest'
import { readLegalText } from './legal-text.ts'

test("headings, lists, paragraphs and links of an operator's text are read; HTML stays words", () => {
  const text = [
    '# Our terms\r\n',
    '## Who we are',
    'Studio GmbH, see [our site](https://studio.example/about) or https://studio.example.',
    '',
    '- one',
    '- two <b>bold</b>',
    '',
    '[no](javascript:alert(1)) [nor](//evil.example) [not](javascript:void)',
  ].join('\n')
  expect(readLegalText(text)).toEqual({
    title: 'Our terms',
    blocks: [
      { kind: 'heading', text: 'Who we are' },
      {
        kind: 'paragraph',
        pieces: [
          { text: 'Studio GmbH, see ' },
          { text: 'our site', to: 'https://studio.example/about' },
          { text: ' or ' },
          { text: 'https://studio.example', to: 'https://studio.example' },
          { text: '.' },
        ],
      },
      { kind: 'list', items: [[{ text: 'one' }], [{ text: 'two <b>bold</b>' }]] },
      {
        kind: 'paragraph',
        pieces: [
          { text: '[no](javascript:alert(1)) ' },
          { text: '[nor](//evil.example)' },
          { text: ' ' },
          { text: '[not](javascript:void)' },
        ],
      },
    ],
  })
  expect(readLegalText('Plain text.')).toEqual({
    title: null,
    blocks: [{ kind: 'paragraph', pieces: [{ text: 'Plain text.' }] }],
  })
})
