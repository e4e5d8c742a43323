/** The message from the contact form. */
export const enquiryTexts = {
  en: {
    subject: 'Enquiry from {name}{business}',
    title: '{name} sent a message through the contact form',
    text: 'Reply to this email to answer.',
  },
  de: {
    subject: 'Anfrage von {name}{business}',
    title: '{name} hat über das Kontaktformular geschrieben',
    text: 'Antworte auf diese E-Mail, um zurückzuschreiben.',
  },
  ru: {
    subject: 'Запрос: {name}{business}',
    title: 'Сообщение через форму связи: {name}',
    text: 'Чтобы ответить, просто ответьте на это письмо.',
  },
}
