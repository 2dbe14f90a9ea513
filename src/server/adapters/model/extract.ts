import { generateText, Output } from 'ai';
import type { LanguageModel, ModelUsage, Outcome } from '#server/kernel/ports/index.ts';
import { withinLimits } from './deadline.ts';
import { sdkModel } from './provider.ts';
import type { ModelConnection } from './settings.ts';
import { wireSchema } from './wire-schema.ts';

type Request = Parameters<LanguageModel['extract']>[0];
type Extraction = Outcome<{ value: unknown; usage: ModelUsage }>;

/** Maximum tokens of an image with the usual providers, for servers that do not count. */
const TOKENS_A_PICTURE = 1600;

/** Extracts data by a schema from images. */
export const extract = (settings: ModelConnection, request: Request): Promise<Extraction> =>
  withinLimits(request, async (signal): Promise<Extraction> => {
    const { output, usage } = await generateText({
      model: sdkModel(settings),
      instructions: request.instructions,
      messages: [
        {
          role: 'user',
          content: request.pictures.map(({ mime, bytes }) => ({
            type: 'file' as const,
            mediaType: mime,
            data: bytes,
          })),
        },
      ],
      output: Output.object({ schema: wireSchema(request.schema) }),
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: 1,
      abortSignal: signal,
    });
    return {
      ok: true,
      value: output,
      usage: {
        inputTokens: usage.inputTokens || request.pictures.length * TOKENS_A_PICTURE,
        outputTokens: usage.outputTokens || Math.ceil(JSON.stringify(output).length / 4),
      },
    };
  });
