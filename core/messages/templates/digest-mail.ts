import { z } from 'zod'
import type { Language } from '#core/shared/languages.ts'
import type { News } from '../queries/news.ts'
import { digestTexts } from '../texts/digest.ts'
import type { Letter, Writer } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { purchaseExamples } from './purchase-examples.ts'
import { chooseNews, newsLines } from './purchase-mail.ts'
import { letterTexts, mailTexts } from './translator.ts'

const newsSchema = z.custom<News[]>()

/** Much news for a vendor in one mail: a line for each, with a link. Its facts are not stored: they are read when it is sent. */
export const digestMail: Letter<typeof newsSchema, 'vendor'> = {
  to: ['vendor'],
  facts: newsSchema,
  write: (deps, { facts, language }) => writeDigest(deps, language, newsSchema.parse(facts)),
  examples: [(deps, language) => writeDigest(deps, language, newsSchema.parse(example(language)))],
}

async function writeDigest(deps: Writer, language: Language, all: readonly News[]) {
  const t = letterTexts(digestTexts, language)
  const words = { count: all.length }
  const page = await renderPage({
    language,
    title: t('title', words),
    text: t('text'),
    sender: null,
    logo: logoOf(deps),
    operator: deps.settings.operatorName,
    blocks: all.map((news) => ({
      heading: null,
      lines: newsLines(deps, news),
      dates: [],
      end: [],
    })),
    button: { label: t('button'), href: `${deps.origin}/dashboard/bookings` },
    notes: [],
    footer: [],
    choose: chooseNews(deps, mailTexts(language)),
  })
  return { ...page, subject: t('title', words), senderName: null, replyTo: null, attachments: [] }
}

function example(language: Language) {
  return (['booking.confirmed', 'booking.cancelled', 'booking.moved'] as const).flatMap((kind) => {
    const found = purchaseExamples(kind).find(({ audience }) => audience === 'vendor')
    if (!found) return []
    const { facts } = found
    return {
      reader: 'vendor',
      vendorId: '00000000-0000-4000-8000-000000000001',
      purchaseId: facts.purchase.purchaseId,
      language,
      address: 'vera@example.com',
      otherwise: '',
      userId: null,
      isErased: false,
      sections: [{ kind, facts }],
      told: { spots: {}, bundles: {} },
    }
  })
}
