"""The fifteen endpoints in FastAPI, declared as its tutorial has it. Its replies are recorded in replies.json."""

from typing import Annotated, Any
from uuid import UUID

from email_validator import EmailNotValidError, validate_email
from fastapi import FastAPI, Header, HTTPException, Query
from pydantic import BaseModel, EmailStr, Field, HttpUrl

app = FastAPI(title="Practice", version="1.0.0")


class User(BaseModel):
    name: str
    email: EmailStr
    age: int = Field(ge=0, le=120)
    website: HttpUrl | None = None


class Product(BaseModel):
    name: str
    price: float = Field(ge=0)
    quantity: int
    url: HttpUrl | None = None


def normalize(email: Any) -> str:
    """The address in normal form; ValueError where it is none."""
    if not isinstance(email, str):
        raise ValueError("must be a valid email address")
    try:
        return validate_email(email.strip(), check_deliverability=False).normalized
    except EmailNotValidError as error:
        raise ValueError(f"must be a valid email address ({error})") from error


def number_of_at_least(least: float, value: Any) -> float:
    """The number that a value spells; ValueError where it is none, or too small."""
    try:
        number = float(value)
    except TypeError as error:
        raise ValueError("must be a number") from error
    if not least <= number < float("inf"):
        raise ValueError(f"must be at least {least}")
    return number


def hint(value: str | None, scheme: str) -> str:
    """As much of a credential as may be shown; 401 where it is no UUID."""
    try:
        return f"{UUID(value or '')}"[:8] + "..."
    except ValueError as error:
        raise HTTPException(401, "The credential must be a UUID", {"WWW-Authenticate": scheme}) from error


@app.post("/users/", status_code=201)
async def create_user(user: User) -> User:
    return user


@app.get("/users/")
async def list_users(
    page: Annotated[int, Query(ge=1)] = 1,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    email: str = "",
) -> dict[str, Any]:
    try:
        email_filter = normalize(email) if email else None
    except ValueError as error:
        raise HTTPException(400, f"Invalid email: {error}") from error
    return {"page": page, "limit": limit, "email_filter": email_filter, "users": []}


@app.get("/protected/")
async def get_protected(authorization: Annotated[str, Header()] = "") -> dict[str, Any]:
    if not authorization.startswith("Bearer "):
        raise HTTPException(401, "Not authenticated", {"WWW-Authenticate": "Bearer"})
    return {"authenticated": True, "token": hint(authorization.removeprefix("Bearer ").strip(), "Bearer")}


@app.get("/")
async def get_root() -> dict[str, Any]:
    return {"message": "Practice", "endpoints": {}}


@app.post("/products/", status_code=201)
async def create_product(product: Product) -> Product:
    return product


@app.post("/validate/")
async def confirm_email(body: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"email": normalize(body.get("email")), "valid": True}
    except ValueError as error:
        raise HTTPException(400, str(error)) from error


@app.post("/validate")
async def normalize_email(body: dict[str, Any]) -> dict[str, Any]:
    if "email" not in body:
        raise HTTPException(400, "Email field is required")
    try:
        return {"email": normalize(body["email"])}
    except ValueError as error:
        raise HTTPException(422, f"Email validation failed: {error}") from error


@app.post("/users")
async def check_user_email(body: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"email": normalize(body.get("email", ""))}
    except ValueError as error:
        raise HTTPException(422, {"error": "Invalid email", "message": str(error)}) from error


@app.post("/products")
async def check_price(body: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"price": number_of_at_least(0.01, body.get("price"))}
    except ValueError as error:
        raise HTTPException(422, {"error": "Invalid price", "message": str(error)}) from error


@app.get("/search/")
async def search(
    query: str, sort_by: str = "", page: Annotated[int, Query(ge=1)] = 1
) -> dict[str, Any]:
    return {"query": query, "sort_by": sort_by or "relevance", "page": page}


@app.get("/products/")
async def list_products(min_price: str = "", max_price: str = "") -> dict[str, Any]:
    try:
        least = number_of_at_least(0, min_price) if min_price else 0.0
        number_of_at_least(0, max_price or "0")
    except ValueError as error:
        raise HTTPException(400, str(error)) from error
    return {"min_price": least, "products": []}


@app.get("/items/{item_id}")
async def get_item(item_id: str, quantity: str = "") -> dict[str, Any]:
    try:
        number = int(quantity) if quantity else None
    except ValueError as error:
        raise HTTPException(400, "quantity must be an integer") from error
    if number is not None and not 1 <= number <= 1000:
        raise HTTPException(400, "quantity must be between 1 and 1000")
    return {"item_id": item_id, "quantity": number}


@app.get("/api/data")
async def get_data(x_api_key: Annotated[str | None, Header()] = None) -> dict[str, Any]:
    return {"api_key": hint(x_api_key, "ApiKey"), "data": []}


@app.post("/webhook")
async def receive_webhook(
    x_webhook_signature: Annotated[str, Header()] = ""
) -> dict[str, Any]:
    if not x_webhook_signature or x_webhook_signature.strip("0123456789abcdefABCDEF"):
        raise HTTPException(401, "The signature must be hexadecimal", {"WWW-Authenticate": "WebhookSignature"})
    return {"signature_verified": True}
