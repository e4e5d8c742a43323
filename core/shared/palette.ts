/**
 * The colours of app/theme/styles/tokens.css in the notation that mails, pictures and colour fields know; a test
 * compares the two.
 */
export const palette = {
  light: {
    paper: '#fbfaf6',
    raised: '#fffefd',
    ink: '#18221c',
    muted: '#555d56',
    line: '#dfded8',
    accent: '#075c3b',
    accentInk: '#f5fdf6',
  },
  dark: {
    paper: '#0f1513',
    raised: '#181f1c',
    ink: '#edede8',
    muted: '#a6aba3',
    line: '#2b3430',
    accent: '#6dd39c',
    accentInk: '#061b10',
  },
} as const
