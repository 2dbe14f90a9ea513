import { describe, expect, test } from 'vitest';
import { rawText, tokenize } from '../tokens/tokenize.ts';
import { emailIn, formatName, phoneIn, phoneOf } from './contact-details.ts';

describe('a telephone number', () => {
  test.each([
    ['08031234567', '+2348031234567'],
    ['0803 000 0145', '+2348030000145'],
    ['+234 803 000 0145', '+2348030000145'],
    ['2348030000145', '+2348030000145'],
    ['+44 7700 900123', '+447700900123'],
    ['0123456789', null],
    ['12345', null],
  ])('%s', (sentence, phone) => {
    expect(phoneOf(sentence)).toBe(phone);
  });
});

describe('an address in a sentence', () => {
  test.each([
    ['invoice Ada, her email is Ada@Example.com, 5k', 'ada@example.com', 'her email is Ada@Example.com'],
    ['invoice Ada (ada@example.com) 5k', 'ada@example.com', '(ada@example.com)'],
    ['hin email na tega@example.com', 'tega@example.com', 'hin email na tega@example.com'],
  ])('%s', (sentence, email, span) => {
    const words = tokenize(sentence);
    const found = emailIn(words);
    expect(found?.value).toBe(email);
    expect(rawText(words, found?.from ?? 0, found?.to ?? 0)).toBe(span);
  });

  test('a number is found with the words that announce it', () => {
    const words = tokenize('bill Ada 5k, her number is 0803 000 0145 please');
    const found = phoneIn(words);
    expect(found?.value).toBe('+2348030000145');
    expect(rawText(words, found?.from ?? 0, found?.to ?? 0)).toBe('her number is 0803 000 0145');
  });
});

describe('a name', () => {
  test.each([
    ['mrs adebayo', 'Mrs Adebayo'],
    ['Lekki Foods Ltd.', 'Lekki Foods Ltd'],
    ['ada and sons plc', 'Ada and Sons PLC'],
    ['iStore', 'iStore'],
    ['jean-pierre', 'Jean-Pierre'],
    ['"Ada"', 'Ada'],
    ['123', null],
  ])('%s', (sentence, name) => {
    expect(formatName(sentence)).toBe(name);
  });
});
