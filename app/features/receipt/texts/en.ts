export const receipt = {
  title: 'Receipt No. {number}',
  print: 'Print',
  back: 'Back to the booking',
  date: 'Date of receipt',
  customer: 'For',
  erased: 'Name deleted',
  reference: 'Booking',
  what: 'What',
  price: 'Price',
  paid: 'Paid',
  spots: '{count, plural, one {# spot} other {# spots}}',
  bundle: 'Bundle of {count, plural, one {# session} other {# sessions}}',
  total: 'Total paid',
  payments: 'Payments',
  paidBy:
    '{method, select, card {Paid by card on {date}} cash {Paid in cash on {date}} bank {Paid by bank transfer on {date}} door {Paid at the studio on {date}} given {Taken over from another customer on {date}} other {Paid on {date}}}',
  backBy:
    '{method, select, card {Refunded to card on {date}} cash {Refunded in cash on {date}} bank {Refunded by bank transfer on {date}} other {Refunded on {date}}}',
  disputed: 'Taken back by the bank',
  given: 'Taken over by another customer',
  left: 'Paid after refunds',
}
