/* The names of raylib that PufferLib's Connect Four draws with, all of which do nothing: it is
   measured without a window, and raylib need not be installed. */

#ifndef NO_RAYLIB
#define NO_RAYLIB

#include <stdbool.h>

typedef struct { unsigned char r, g, b, a; } Color;
typedef struct { float x, y; } Vector2;
typedef struct { float x, y, width, height; } Rectangle;
typedef struct { unsigned int id; } Texture2D;

#define BLACK (Color){0}
#define PURPLE (Color){0}
#define WHITE (Color){0}
#define KEY_ESCAPE 0

#define BeginDrawing()
#define EndDrawing()
#define CloseWindow()
#define InitWindow(...)
#define SetTargetFPS(...)
#define ClearBackground(...)
#define DrawRectangle(...)
#define DrawCircle(...)
#define DrawTexturePro(...)
#define IsKeyDown(key) false
#define LoadTexture(name) (Texture2D){0}

#endif
